import * as z from 'zod/mini';

/** The form of all times in the bodies of responses and events: ISO 8601 in UTC, with milliseconds. */
export const dateTime = z.iso.datetime({ precision: 3 });

/** The form of a time as a regular expression for the OpenAPI document. It is shorter than zod's. */
export const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
