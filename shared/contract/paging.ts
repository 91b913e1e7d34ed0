import * as z from 'zod/mini';

/** How many items a page of a list can have. Contract, "Limits". */
export const PAGE_SIZE = { min: 1, max: 200, default: 50 } as const;

/** Matches a page size from 1 to 200 in plain digits, without sign, leading zero, fraction or exponent. */
const WITHIN = /^(?:[1-9]\d?|1\d\d|200)$/;

const limit = z.pipe(
  z.string().check(z.regex(WITHIN, `must be a whole number from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}`)),
  z.transform(Number),
);

/** The query parameters that every list has. A list with more parameters extends this schema. */
export const pageQuery = z.object({
  limit: z._default(limit, PAGE_SIZE.default),
  /** The `nextCursor` of the previous page. */
  cursor: z.optional(z.string()),
});
