/**
 * How long after a rotation a receiver must accept the old secret beside the new one, because attempts that read the old
 * secret may still be running. `shared/store/webhooks/secret-writes.ts` has the two stages of a rotation.
 */
export const OLD_SECRET_ACCEPTED_FOR = 'ten minutes';
