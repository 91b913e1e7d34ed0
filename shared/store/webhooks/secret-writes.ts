import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { Contention, check, put, remove, transact, type Write, withConflictRetries } from '../table/transactions.ts';
import type { SealedSecret, WaitingSecret } from './secret-item.ts';

/** First stage of a rotation: stores the waiting secret. The comment on `secretAfterPut` describes both stages. */
export const storeWaitingSecret = (
  table: Table,
  partnerId: string,
  secret: SealedSecret,
  nowMs: number,
  /** The entry of the audit trail that is stored in the same transaction. */
  entry?: Write,
): Promise<WaitingSecret> => {
  const waiting = { ...secret, waitingSince: new Date(nowMs).toISOString() };
  return withConflictRetries(async () => {
    // The write is a transaction even without an entry, because a transaction has a token. After a PUT has put the
    // secret in force, the token prevents a retry by the SDK from storing the secret again.
    const cancelled = await transact(table, { waiting: put({ ...keys.waitingSecret(partnerId), ...waiting }), entry });
    if (cancelled) throw new Contention(['waiting']);
    return waiting;
  }, table.pacing);
};

/**
 * Second stage of a rotation, in one transaction with the webhook: the waiting secret replaces the secret that was
 * read. The conditions also hold if the secret was already switched, by another PUT or by an earlier try of this PUT
 * whose response was lost.
 */
export const secretSwitchWrites = (
  partnerId: string,
  inForce: SealedSecret,
  { ciphertext, hint }: SealedSecret,
  inForceSince: string,
) => ({
  secret: put(
    { ...keys.secret(partnerId), ciphertext, hint, inForceSince },
    {
      condition: { beforeOrAfter: '#ciphertext = :before OR #ciphertext = :ciphertext' },
      values: { ':before': inForce.ciphertext, ':ciphertext': ciphertext },
    },
  ),
  waiting: remove(keys.waitingSecret(partnerId), {
    condition: { sameOrGone: '#ciphertext = :ciphertext OR attribute_not_exists(PK)' },
    values: { ':ciphertext': ciphertext },
  }),
});

/**
 * Returns two checks for a transaction: the secret in force is still the one that was read, and no secret is waiting.
 */
export const secretUnchangedChecks = (partnerId: string, { ciphertext }: SealedSecret) => ({
  secret: check(keys.secret(partnerId), {
    condition: { sameSecret: '#ciphertext = :ciphertext' },
    values: { ':ciphertext': ciphertext },
  }),
  waiting: check(keys.waitingSecret(partnerId), { condition: { noneWaits: 'attribute_not_exists(PK)' } }),
});
