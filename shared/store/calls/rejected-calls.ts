import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { REJECTED_KEPT_DAYS } from '../../domain/calls/rejected-calls.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';

/** How the voice platform handed over a call: it invoked record-call, or sent a message to the queue `intake`. */
const WAYS = ['invoked', 'queued'] as const;
export type Way = (typeof WAYS)[number];

/** A call that was refused: ids and the reason, without the content of the call. */
export const rejectedCall = z.object({
  atMs: z.int(),
  /** The id of the call. Absent if the input had no valid id. */
  callId: z.optional(z.string()),
  tenantId: z.optional(z.string()),
  way: z.enum(WAYS),
  reason: z.string(),
});
export type RejectedCall = z.infer<typeof rejectedCall>;

export const REJECTED_KEPT_SECONDS = REJECTED_KEPT_DAYS * 86_400;

/** Stores a note that a call was refused. A call that is refused twice has two notes. */
export async function storeRejectedCall({ db, name }: Table, call: RejectedCall): Promise<void> {
  const expiresAtUnixSeconds = Math.floor(call.atMs / 1_000) + REJECTED_KEPT_SECONDS;
  const Item = { ...keys.rejectedCall(call.atMs, randomUUID()), ...call, expiresAtUnixSeconds };
  await db.send(new PutCommand({ TableName: name, Item }));
}
