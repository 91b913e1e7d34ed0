/** How long one look-up may take: short, because the caller hears silence, but enough for a cold start. */
export const LOOK_UP_TIMEOUT_MS = 2_000;
/** How long to wait for record-call: longer than its timeout. */
export const RECORD_TIMEOUT_MS = 16_000;
/** How long sending a message to the intake queue may take. */
export const SEND_TIMEOUT_MS = 5_000;
