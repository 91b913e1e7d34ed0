import { createHash } from 'node:crypto';
import { visibleAscii } from '../../contract/text.ts';
import { canonicalJson } from '../canonical-json.ts';

export const idempotencyKey = visibleAscii(128);

/** How long an idempotency key is kept at least. Contract, "Limits". */
export const IDEMPOTENCY_KEY_HOURS = 24;

/** How long an idempotency key is stored. The additional hour allows for clocks that differ. */
export const RETENTION_SECONDS = (IDEMPOTENCY_KEY_HOURS + 1) * 3_600;

/** Returns a SHA-256 of the parsed body that does not depend on the order of its fields. */
export const bodyHash = (body: unknown) => createHash('sha256').update(canonicalJson(body)).digest('hex');
