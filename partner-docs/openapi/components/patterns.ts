/** The pattern of a signing secret. The contract's schema has no pattern, because the service never checks a secret. */
export const SECRET_PATTERN = '^whsec_([0-9a-f]{2})+$';

/** The pattern of a time: ISO 8601, UTC, with milliseconds. */
export const TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
