import { createHash } from 'node:crypto';
import { PROMISES } from '../../contract/limits.ts';
import { canonicalJson } from '../canonical-json.ts';

/** How long an idempotency key is stored. The additional hour allows for clocks that differ. */
export const RETENTION_SECONDS = (PROMISES.idempotencyKeyHours + 1) * 3_600;

/** Returns the SHA-256 of the parsed body, in which the order of fields does not matter. */
export const bodyHash = (body: unknown) => createHash('sha256').update(canonicalJson(body)).digest('hex');
