import * as z from 'zod/mini';

/** How many items a page of a list can have. Contract, "Limits". */
export const PAGE_SIZE = { min: 1, max: 200, default: 50 } as const;

/** Reports whether a text is a page size in plain digits, without sign, leading zero, fraction or exponent. */
const isPageSize = (text: string) =>
  /^[1-9]\d*$/.test(text) && Number(text) >= PAGE_SIZE.min && Number(text) <= PAGE_SIZE.max;

const limit = z.pipe(
  z.string().check(z.refine(isPageSize, `must be a whole number from ${PAGE_SIZE.min} to ${PAGE_SIZE.max}`)),
  z.transform(Number),
);

/** The query parameters that every list has. A list with more parameters extends this schema. */
export const pageQuery = z.object({
  limit: z._default(limit, PAGE_SIZE.default),
  /** The `nextCursor` of the previous page. */
  cursor: z.optional(z.string()),
});

/**
 * The field of a page that continues the list. Null on the last page: a list reads one item more than the page has
 * (`shared/domain/requests/cursor.ts`).
 */
export const nextCursor = z.nullable(z.string());
