import * as z from 'zod/mini';

/** The value as the schema describes it, or `otherwise` for one that is not. `z.catch` would add 7 KB to a bundle. */
export const lenient = <Schema extends z.ZodMiniType, Otherwise>(schema: Schema, otherwise: Otherwise) =>
  z.transform((value): z.output<Schema> | Otherwise => {
    const { success, data } = schema.safeParse(value);
    return success ? data : otherwise;
  });
