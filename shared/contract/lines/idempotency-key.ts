import { visibleAscii } from '../text.ts';

export const idempotencyKey = visibleAscii(128);

/** How long a key is kept at least. Contract, "Limits". */
export const IDEMPOTENCY_KEY_HOURS = 24;
