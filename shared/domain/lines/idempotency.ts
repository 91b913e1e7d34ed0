import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_MISMATCH } from '../../contract/failures.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../contract/lines/idempotency-key.ts';
import { canonicalJson } from '../canonical-json.ts';
import { failure } from '../requests/failure.ts';

/** How long an idempotency key is stored: an hour longer than the contract says, because clocks differ. */
export const IDEMPOTENCY_KEY_SECONDS = (IDEMPOTENCY_KEY_HOURS + 1) * 3_600;

/**
 * Returns a SHA-256 of the parsed body, including its unknown fields: a retry with other unknown fields counts as a
 * different body. The order of the fields does not matter.
 */
export const bodyHash = (body: unknown) => createHash('sha256').update(canonicalJson(body)).digest('hex');

const record = z.object({ bodyHash: z.string(), response: z.string() });

/** Returns the stored response to an earlier request with the same key. Throws if that request had a different body. */
export function responseToReplay(stored: unknown, hash: string): string {
  const { bodyHash, response } = record.parse(stored);
  if (bodyHash !== hash) throw failure(IDEMPOTENCY_KEY_MISMATCH);
  return response;
}

/**
 * Returns the failure if the first request with the key is still running. A conflict on the key shows this. The key of a
 * failed request can be used again, because a key is stored only together with its line.
 */
export const stillRunningFailure = (contended: readonly string[]) =>
  contended.includes('idempotency') ? failure(IDEMPOTENCY_IN_PROGRESS) : undefined;
