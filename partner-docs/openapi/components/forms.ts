/** Patterns for values that the service creates. It never has to check them, so the contract has none. */
export const SECRET_FORM = '^whsec_([0-9a-f]{2})+$';

/** ISO 8601, UTC, with milliseconds. */
export const TIME_FORM = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
