import * as z from 'zod/mini';

/** The key of an item, in the form in which an index or a projection returns it. */
export const itemKey = z.object({ PK: z.string(), SK: z.string() });
