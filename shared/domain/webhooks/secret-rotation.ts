/**
 * How long a receiver must still accept the old secret after the PUT that ends a rotation. Attempts that read the old
 * secret may still be running.
 */
export const OLD_SECRET_ACCEPTED_FOR = 'ten minutes';

/**
 * Returns the secret that a PUT of the webhook puts in force. A rotation has two stages: `storeWaitingSecret` stores a waiting
 * secret, which replaces a secret that is already waiting. The partner's next PUT puts the waiting secret in force.
 * Until the PUT, nothing changes for the partner. See ADR 18.
 */
export const secretAfterPut = <Secret>(inForce: Secret, waiting: Secret | undefined): Secret => waiting ?? inForce;
