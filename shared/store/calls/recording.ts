import * as z from 'zod/mini';
import { CALL_COMPLETED } from '../../contract/calls/call-completed.ts';
import { expiryOf } from '../../domain/calls/expiry.ts';
import { NO_WEBHOOK, type SkipReason } from '../../domain/deliveries/skip-reasons.ts';
import { isSubscribedTo } from '../../domain/webhooks/subscribed-events.ts';
import { deliveryItem } from '../deliveries/item.ts';
import { newDeliveryWrite } from '../deliveries/row-writes.ts';
import { unskipDelivery } from '../deliveries/unskip-delivery.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { Contention, put, throwIfContended, transact, withConflictRetries } from '../table/transactions.ts';
import { definiteResult, Uncertain } from '../table/uncertain-writes.ts';
import { type CallItem, callItem } from './item.ts';
import { type RejectedCall, storeRejectedCall } from './rejected-calls.ts';

const lineFacts = z.object({ partnerId: z.string() });
const webhookFacts = z.object({ events: z.array(z.string()) });

/**
 * A try to store a call is aborted after this time. DynamoDB may still store the call then, with the time at which the
 * try began.
 */
const TRY_LIMIT_MS = 5_000;
/**
 * A failed try is not repeated if the first try began longer ago than this. The wait before a try is at most 0.8 s, so
 * the last try usually ends before the timeout of record-call.
 */
const TRYING_MS = 8_000;

export interface RecordingSettings {
  readonly sweepPeriodMs: number;
  /** For how many days calls are kept. Without this setting, calls are kept for ever. */
  readonly callsDays?: number | undefined;
  /** The table, through a client without retries, because a retry by the SDK would store an old time. */
  readonly sendingOnce: Table;
  /** Returns a signal that aborts after the given time. */
  readonly limit: (durationMs: number) => AbortSignal;
}

/** A finished call before it is stored. */
export const newCall = z.omit(callItem, { storedAtMs: true, expiresAtUnixSeconds: true });
export type NewCall = z.infer<typeof newCall>;

export interface Recorded extends Pick<CallItem, 'callId' | 'tenantId' | 'storedAtMs'> {
  /** Whether the call was already stored, by an earlier request or by an earlier try of this request. */
  readonly alreadyStored: boolean;
  /** Whether the delivery is stored as skipped because the partner has no webhook. */
  readonly isSkipped: boolean;
}

export type CallRecorder = ReturnType<typeof callRecorder>;

/** Returns the operations on the table that record finished calls. */
export function callRecorder(table: Table, { sweepPeriodMs, callsDays, sendingOnce, limit }: RecordingSettings) {
  /** Tries once to store the call, in one transaction. `storedAtMs` is the time of this try. */
  async function tryToStore(given: NewCall, storedAtMs: number, skipReason: SkipReason | undefined): Promise<Recorded> {
    const { tenantId, callId } = given;
    const expiry = callsDays === undefined ? {} : { expiresAtUnixSeconds: expiryOf(storedAtMs, callsDays) };
    const call: CallItem = { ...given, storedAtMs, ...expiry };
    const abortSignal = limit(TRY_LIMIT_MS);
    const writes = {
      delivery: newDeliveryWrite(call, sweepPeriodMs, skipReason),
      call: put({ ...keys.call(tenantId, storedAtMs, callId), ...call }, { condition: isNew }),
    };
    const cancelled = await definiteResult(
      transact(sendingOnce, writes, { abortSignal, requestTimeout: TRY_LIMIT_MS }),
      abortSignal,
    );
    const isSkipped = skipReason !== undefined;
    if (cancelled === undefined) return { callId, tenantId, storedAtMs, alreadyStored: false, isSkipped };
    if (cancelled.delivery.kind === 'conditionFailed') {
      const earlier = deliveryItem.parse(cancelled.delivery.item);
      const { storedAtMs: earlierMs, skipReason: earlierReason } = earlier;
      const ids = { callId, tenantId: earlier.tenantId };
      return { ...ids, storedAtMs: earlierMs, alreadyStored: true, isSkipped: earlierReason === NO_WEBHOOK };
    }
    throwIfContended(cancelled);
    throw new Error('A stored call has no delivery');
  }

  return {
    /** Returns the partner of a line, even of a terminated line, because its calls are still delivered. */
    async partnerOfLineEvenIfTerminated(tenantId: string): Promise<string | undefined> {
      return (await findItem(table, keys.line(tenantId), lineFacts))?.partnerId;
    },

    /** Returns whether the partner has a webhook that is subscribed to `call.completed`. */
    async isSubscribed(partnerId: string): Promise<boolean> {
      return isSubscribedTo(CALL_COMPLETED, await findItem(table, keys.webhook(partnerId), webhookFacts));
    },

    unskip: (callId: string, nowMs: number): Promise<boolean> => unskipDelivery(table, callId, nowMs),

    noteRejected: (call: RejectedCall): Promise<void> => storeRejectedCall(table, call),

    /**
     * Stores the call and its delivery, both or neither, unless a call with this id is already stored. Each try uses a
     * new time, because lists are sorted by the time of storage. Throws `Uncertain` or `Contention` if no try succeeds.
     * Throws DynamoDB's error at once if a rejection is final.
     */
    store(call: NewCall, nowMs: () => number, skipReason?: SkipReason): Promise<Recorded> {
      const endsAtMs = nowMs() + TRYING_MS;
      const isRetried = (error: unknown) => {
        if (nowMs() >= endsAtMs) return false;
        return error instanceof Contention || error instanceof Uncertain;
      };
      const attempt = () => tryToStore(call, nowMs(), skipReason);
      return withConflictRetries(attempt, table.pacing, isRetried);
    },
  };
}
