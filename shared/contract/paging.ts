import * as z from 'zod/mini';

/** 1 to 200 as plain digits: no sign, no leading zero, no fraction, no exponent. */
const PAGE_SIZE = /^(?:[1-9]\d?|1\d\d|200)$/;

const limit = z.pipe(z.string().check(z.regex(PAGE_SIZE, 'must be a whole number from 1 to 200')), z.transform(Number));

/** Query of every list. Extend it where a list takes more. */
export const pageQuery = z.object({
  limit: z._default(limit, 50),
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string()),
});
