import type * as z from 'zod/mini';
import { type EventName, webhookConfiguration } from '../../contract/webhooks.ts';
import { secretAfterPut } from '../../domain/webhooks/secret-rotation.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { Contention, isAlreadyWritten, put, transact, withConflictRetries } from '../table/transactions.ts';
import { existingSecretInForce, findWaitingSecret, type SealedSecret } from './secret-item.ts';
import { secretSwitchWrites, secretUnchangedChecks } from './secret-writes.ts';

/** The stored webhook, as GET returns it. The encrypted secret is in an item of its own. */
export type Webhook = z.infer<typeof webhookConfiguration>;

/** Reads the partner's webhook; `undefined` before the first registration. */
export const findWebhook = (table: Table, partnerId: string): Promise<Webhook | undefined> =>
  findItem(table, keys.webhook(partnerId), webhookConfiguration);

interface Deps {
  readonly table: Table;
  readonly decrypt: (partnerId: string, ciphertext: string) => Promise<string>;
  readonly nowMs: () => number;
}

/**
 * Registers or replaces the webhook, puts a waiting secret in force, and returns the secret that is then in force.
 * Writes only if no other secret was stored since the read, so that the response shows the secret that signs. Decrypts
 * only the returned secret, because KMS may be unable to decrypt the replaced secret.
 */
export const registerWebhook = (
  { table, decrypt, nowMs }: Deps,
  partnerId: string,
  { url, events }: { readonly url: string; readonly events: readonly EventName[] },
): Promise<Webhook & { signingSecret: string }> =>
  withConflictRetries(async () => {
    const [before, inForce] = await Promise.all([
      findWebhook(table, partnerId),
      existingSecretInForce(table, partnerId),
    ]);
    // The waiting secret must be read last. Otherwise, the function could read an older waiting secret together with a
    // newer secret in force, and put the older secret in force again.
    const waiting = await findWaitingSecret(table, partnerId);
    const { ciphertext, hint } = secretAfterPut<SealedSecret>(inForce, waiting);
    const signingSecret = await decrypt(partnerId, ciphertext);
    const updatedAt = new Date(nowMs()).toISOString();
    const createdAt = before?.createdAt ?? updatedAt;
    const webhook: Webhook = { url, events: [...events], signingSecretHint: hint, createdAt, updatedAt };
    const item = { ...keys.webhook(partnerId), ...webhook };
    const cancelled = await transact(table, {
      webhook: put(item, {
        condition: before ? { sameAge: '#createdAt = :createdAt' } : isNew,
        values: { ':createdAt': before?.createdAt },
      }),
      ...(waiting
        ? secretSwitchWrites(partnerId, inForce, waiting, updatedAt)
        : secretUnchangedChecks(partnerId, inForce)),
    });
    if (cancelled && !isAlreadyWritten(item, cancelled.webhook)) throw new Contention(['webhook']);
    return { ...webhook, signingSecret };
  }, table.pacing);
