import { isDeepStrictEqual } from 'node:util';
import { isFailing } from '../../../shared/domain/partners/health.ts';
import { keyItemOf } from '../../../shared/store/partners/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { each, type Invariant, named } from './claim.ts';

/**
 * A partner has one registry entry, one secret and one key. The item of the key agrees with the item of the partner.
 */
export const partnersAreWhole: Invariant = ({ partners, apiKeys, registry, secrets, at }) => [
  ...each(
    partners,
    (partner) => {
      const expected = { ...keys.apiKey(partner.keyHash), ...keyItemOf(partner) };
      return isDeepStrictEqual(at(keys.apiKey(partner.keyHash)), expected);
    },
    ({ partnerId }) => `the key of ${partnerId} is missing or differs from the partner`,
  ),
  ...each(
    partners,
    ({ partnerId }) => at(keys.registryEntry(partnerId)) !== undefined && at(keys.secret(partnerId)) !== undefined,
    ({ partnerId }) => `${partnerId} has no registry entry or no secret`,
  ),
  ...[apiKeys, registry, secrets]
    .filter(({ length }) => length !== partners.length)
    .map(({ length }) => `${partners.length} partners have ${length} keys, registry entries or secrets`),
];

export const hintsAreOfTheSecret: Invariant = ({ webhooks, at }) =>
  each(
    webhooks,
    ({ PK, signingSecretHint }) => at(keys.secret(named(PK)))?.['hint'] === signingSecretHint,
    ({ PK }) => `the webhook of ${PK} shows the hint of another secret`,
  );

/** D13: the secret in force is the partner's first secret, or a PUT of the webhook put it in force. */
export const secretsInForceCameByPut: Invariant = ({ secrets, at }) =>
  each(
    secrets,
    ({ PK, inForceSince }) => inForceSince === undefined || at(keys.webhook(named(PK))) !== undefined,
    ({ PK }) => `${PK} has no webhook, but a secret in force that is not its first`,
  );

/** The waiting secret differs from the secret in force, and every waiting secret belongs to a partner. */
export const waitingSecretsAreOthers: Invariant = ({ waitingSecrets, at }) =>
  each(
    waitingSecrets,
    ({ PK, ciphertext }) => {
      const inForce = at(keys.secret(named(PK)))?.['ciphertext'];
      return inForce !== undefined && inForce !== ciphertext;
    },
    ({ PK }) => `the waiting secret of ${PK} is in force already, or has no partner`,
  );

/**
 * H2: a notice of failing belongs to the outage that goes on, and an outage that goes on is either failing or has
 * recovered at a known time. A failing partner has a run of failures.
 */
export const healthIsWhole: Invariant = ({ healths }) => [
  ...each(
    healths,
    ({ failureNotice, outageSinceMs }) => failureNotice === undefined || failureNotice.sinceMs === outageSinceMs,
    ({ PK }) => `the notice of ${PK} is about another outage`,
  ),
  ...each(
    healths,
    (health) => !isFailing(health) || health.runSinceMs !== undefined,
    ({ PK }) => `${PK} is failing, but its last attempt succeeded`,
  ),
];

/** L2: a partner has no more lines than its quota. An operator may break this by lowering a quota. */
export const quotasHold: Invariant = ({ partners }) =>
  each(
    partners,
    ({ lineCount, quota = lineCount }) => lineCount <= quota,
    ({ partnerId, lineCount }) => `${partnerId} has ${lineCount} lines, more than its quota`,
  );
