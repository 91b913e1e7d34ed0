import * as z from 'zod/mini';
import { CALL_COMPLETED } from '../contract/call-completed.ts';
import type { SkipReason } from '../domain/delivery.ts';
import type { CallItem } from './call-item.ts';
import type { Table } from './connect.ts';
import { type DeliveryItem, deliveryItem, newDelivery } from './delivery-item.ts';
import { isNew } from './expression.ts';
import { findItem } from './find-item.ts';
import { keys } from './keys.ts';
import { put, throwIfContended, transact, withConflictRetries } from './transactions.ts';

const lineFacts = z.object({ partnerId: z.string() });
const webhookFacts = z.object({ events: z.array(z.string()) });

export type CallRecordings = ReturnType<typeof callRecordings>;

/** Everything that recording a finished call reads and writes. */
export function callRecordings(table: Table, { sweepPeriodMs }: { readonly sweepPeriodMs: number }) {
  return {
    /** The partner of a line, active or terminated: calls that a line has finished are still delivered. */
    async partnerOf(tenantId: string): Promise<string | undefined> {
      return (await findItem(table, keys.line(tenantId), lineFacts))?.partnerId;
    },

    /** Whether the partner has a webhook that wants the event. */
    async isSubscribed(partnerId: string): Promise<boolean> {
      const webhook = await findItem(table, keys.webhook(partnerId), webhookFacts);
      return webhook?.events.includes(CALL_COMPLETED) ?? false;
    },

    /**
     * The call and the duty to deliver it come into being together or not at all.
     * Answers the delivery that already bears the call's id, `undefined` when this one was written.
     */
    store: (call: CallItem, skipReason?: SkipReason): Promise<DeliveryItem | undefined> =>
      withConflictRetries(async () => {
        const { tenantId, storedAtMs, callId } = call;
        const cancelled = await transact(table, {
          delivery: put(
            { ...keys.delivery(callId), ...newDelivery(call, sweepPeriodMs, skipReason) },
            { condition: isNew },
          ),
          call: put({ ...keys.call(tenantId, storedAtMs, callId), ...call }, { condition: isNew }),
        });
        if (cancelled === undefined) return undefined;
        if (cancelled.delivery.kind === 'refused') return deliveryItem.parse(cancelled.delivery.item);
        throwIfContended(cancelled);
        throw new Error('A call is stored that has no delivery');
      }, table.pacing),
  };
}
