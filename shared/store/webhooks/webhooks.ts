import type * as z from 'zod/mini';
import { type EventName, webhookConfiguration } from '../../contract/webhooks.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { Contention, isWritten, put, transact, withConflictRetries } from '../table/transactions.ts';
import { findWaitingSecret, secretInForceOf } from './secret-item.ts';
import { keepSecret, switchSecret } from './secret-rotation.ts';

/** The stored webhook is what GET shows of it. The secret lies in an item of its own, sealed. */
export type Webhook = z.infer<typeof webhookConfiguration>;

/** The partner's webhook, `undefined` before the first registration. */
export const findWebhook = (table: Table, partnerId: string): Promise<Webhook | undefined> =>
  findItem(table, keys.webhook(partnerId), webhookConfiguration);

interface Deps {
  readonly table: Table;
  readonly decrypt: (partnerId: string, ciphertext: string) => Promise<string>;
  readonly nowMs: () => number;
}

interface Registration {
  readonly url: string;
  readonly events: readonly EventName[];
}

/**
 * Registers the webhook or replaces it, puts a waiting secret in force, and returns the secret in force from that
 * moment. The write holds only while both secrets are as they were read, so neither the response nor the hint can
 * disagree with what signs. Only the secret that is returned is decrypted: KMS may have lost the one before it.
 */
export const registerWebhook = (
  { table, decrypt, nowMs }: Deps,
  partnerId: string,
  { url, events }: Registration,
): Promise<Webhook & { signingSecret: string }> =>
  withConflictRetries(async () => {
    const [before, inForce] = await Promise.all([findWebhook(table, partnerId), secretInForceOf(table, partnerId)]);
    // Read last. Beside a newer secret in force, one that waited earlier would pass for the next and come back.
    const waiting = await findWaitingSecret(table, partnerId);
    const { ciphertext, hint } = waiting ?? inForce;
    const signingSecret = await decrypt(partnerId, ciphertext);
    const updatedAt = new Date(nowMs()).toISOString();
    const createdAt = before?.createdAt ?? updatedAt;
    const webhook: Webhook = { url, events: [...events], signingSecretHint: hint, createdAt, updatedAt };
    const item = { ...keys.webhook(partnerId), ...webhook };
    const cancelled = await transact(table, {
      webhook: put(item, {
        condition: before ? { sameAge: '#createdAt = :createdAt' } : isNew,
        values: { ':createdAt': createdAt },
      }),
      ...(waiting ? switchSecret(partnerId, inForce, waiting, updatedAt) : keepSecret(partnerId, inForce)),
    });
    if (cancelled && !isWritten(item, cancelled.webhook)) throw new Contention(['webhook']);
    return { ...webhook, signingSecret };
  }, table.pacing);
