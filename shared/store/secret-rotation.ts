import type { Table } from './connect.ts';
import { keys } from './keys.ts';
import type { SealedSecret } from './secret-item.ts';
import { Contention, check, put, transact, update, withConflictRetries } from './transactions.ts';
import { findWebhook } from './webhooks.ts';

/**
 * Puts another signing secret in the place of the partner's. The webhook shows the new hint from the same moment on.
 * Deliveries are signed with the new secret at once; the partner is handed it by its next PUT /v1/webhooks.
 */
export const rotateSecret = (table: Table, partnerId: string, secret: SealedSecret): Promise<void> =>
  withConflictRetries(async () => {
    const cancelled = await transact(table, {
      secret: put({ ...keys.secret(partnerId), ...secret }),
      webhook: (await findWebhook(table, partnerId)) ? newHint(partnerId, secret.hint) : noWebhook(partnerId),
    });
    // A webhook came into being since the look.
    if (cancelled) throw new Contention(Object.keys(cancelled));
  }, table.pacing);

const newHint = (partnerId: string, hint: string) =>
  update(keys.webhook(partnerId), {
    update: 'SET #signingSecretHint = :hint',
    condition: { exists: 'attribute_exists(PK)' },
    values: { ':hint': hint },
  });

const noWebhook = (partnerId: string) =>
  check(keys.webhook(partnerId), { condition: { stillNone: 'attribute_not_exists(PK)' } });
