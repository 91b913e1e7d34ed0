/** Forms that JSON Schema can say and that the service itself never has to check: it makes them. */
export const SECRET_FORM = '^whsec_([0-9a-f]{2})+$';

/** ISO 8601, UTC, milliseconds. */
export const TIME_FORM = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
