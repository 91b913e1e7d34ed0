import * as z from 'zod/mini';

/** The form of all times in responses and events: ISO 8601 in UTC, with milliseconds. */
export const dateTime = z.iso.datetime({ precision: 3 });

/** This form as a regular expression, shorter than zod's, for the OpenAPI document. */
export const DATE_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
