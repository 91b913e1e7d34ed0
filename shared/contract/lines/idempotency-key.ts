import { visibleAscii } from '../text.ts';

export const idempotencyKey = visibleAscii(128);

/** The minimum time for which a key is kept (contract, "Limits"). */
export const IDEMPOTENCY_KEY_HOURS = 24;
