import * as z from 'zod/mini';

/** The form of all times that partners see: ISO 8601 in UTC, with milliseconds. */
export const dateTime = z.iso.datetime({ precision: 3 });
