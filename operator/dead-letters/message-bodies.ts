import * as z from 'zod';
import { type WakeUp, wakeUp } from '../../shared/delivery/wake-ups/queue.ts';
import { namedCall } from '../../shared/domain/calls/finished-call.ts';
import { fromJson } from '../../tooling/from-json.ts';

/** What Lambda writes to the failure queue of a stream mapping: the position of the records, not their content. */
const relayFailure = z.object({
  requestContext: z.object({ condition: z.string() }),
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    batchSize: z.number(),
  }),
});
export type RelayFailure = z.infer<typeof relayFailure>;

/** Returns the id of the call in an input of record-call, even if other fields are invalid. */
export const queuedCallIdIn = (body: string): string | undefined =>
  namedCall.safeParse(fromJson(body)).data?.call.callId;

/** Returns the wake-up in a message. Undefined for any other body, for example from another version. */
export const wakeUpIn = (body: string): WakeUp | undefined => wakeUp.safeParse(fromJson(body)).data;
export const relayFailureIn = (body: string): RelayFailure | undefined => relayFailure.safeParse(fromJson(body)).data;
