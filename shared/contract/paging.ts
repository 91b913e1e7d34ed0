import * as z from 'zod/mini';

/** Items of a list's page. Contract, "Limits". */
export const PAGE_SIZE = { min: 1, max: 200, default: 50 } as const;

/** 1 to 200 as plain digits: no sign, no leading zero, no fraction, no exponent. */
const WITHIN = /^(?:[1-9]\d?|1\d\d|200)$/;

const limit = z.pipe(
  z.string().check(z.regex(WITHIN, `must be a whole number from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}`)),
  z.transform(Number),
);

/** Query of every list. Extend it where a list takes more. */
export const pageQuery = z.object({
  limit: z._default(limit, PAGE_SIZE.default),
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string()),
});
