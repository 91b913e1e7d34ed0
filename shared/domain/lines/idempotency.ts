import { createHash } from 'node:crypto';
import { PROMISES } from '../../contract/limits.ts';
import { canonicalJson } from '../canonical-json.ts';

/** How long an idempotency key is stored. The additional hour covers clocks that differ. */
export const RETENTION_SECONDS = (PROMISES.idempotencyKeyHours + 1) * 3_600;

/**
 * Returns the SHA-256 of the parsed body. The order of its fields does not matter. The function is recursive, so the
 * caller must have limited the depth of the body.
 */
export const bodyHash = (body: unknown) => createHash('sha256').update(canonicalJson(body)).digest('hex');
