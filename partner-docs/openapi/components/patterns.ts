/**
 * Patterns of values that the service creates and never checks. So the contract's schemas have no patterns for them.
 */
export const SECRET_PATTERN = '^whsec_([0-9a-f]{2})+$';

/** The pattern of a time: ISO 8601, UTC, with milliseconds. */
export const TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
