import { isDeepStrictEqual } from 'node:util';
import { isFailing } from '../../shared/domain/partners/health.ts';
import { keyItemOf } from '../../shared/store/partners/item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { defineRule, idIn } from './rule.ts';

/**
 * Invariant: a partner has one registry entry, one secret in force and one key. The item of the key agrees with the
 * item of the partner.
 */
export const partnersAreWhole = [
  defineRule(
    'partner',
    ({ partnerId, keyHash }) => [keys.apiKey(keyHash), keys.registryEntry(partnerId), keys.secret(partnerId)],
    (partner, [key, registryEntry, secret]) =>
      isDeepStrictEqual(key, { ...keys.apiKey(partner.keyHash), ...keyItemOf(partner) }) &&
      registryEntry?.['name'] === partner.name &&
      secret !== undefined,
  ),
  defineRule(
    'apiKey',
    ({ partnerId }) => [keys.partner(partnerId)],
    ({ PK }, [partner]) => partner?.['keyHash'] === idIn(PK),
  ),
  defineRule(
    'registryEntry',
    ({ partnerId }) => [keys.partner(partnerId)],
    (_, [partner]) => partner !== undefined,
  ),
  defineRule(
    'secret',
    ({ PK }) => [keys.partner(idIn(PK))],
    (_, [partner]) => partner !== undefined,
  ),
];

/** Invariant: the webhook shows the hint of the secret in force. */
export const hintsAreOfTheSecret = [
  defineRule(
    'webhook',
    ({ PK }) => [keys.secret(idIn(PK))],
    ({ signingSecretHint }, [secret]) => secret?.['hint'] === signingSecretHint,
  ),
];

/** Invariant: the secret in force is the partner's first secret, or a PUT of the webhook put it in force. */
export const secretsInForceCameByPut = [
  defineRule(
    'secret',
    ({ PK }) => [keys.webhook(idIn(PK))],
    ({ inForceSince }, [webhook]) => inForceSince === undefined || webhook !== undefined,
  ),
];

/** Invariant: a partner with a waiting secret also has a secret in force, which differs from the waiting secret. */
export const waitingSecretsAreOthers = [
  defineRule(
    'waitingSecret',
    ({ PK }) => [keys.secret(idIn(PK))],
    ({ ciphertext }, [inForce]) => inForce !== undefined && inForce['ciphertext'] !== ciphertext,
  ),
];

/** Invariant H2: a notice of failing belongs to the current outage, and a failing partner has a run of failures. */
export const healthIsWhole = [
  defineRule(
    'health',
    () => [],
    (health) =>
      (health.failureNotice === undefined || health.failureNotice.sinceMs === health.outageSinceMs) &&
      (!isFailing(health) || health.runSinceMs !== undefined),
  ),
];
