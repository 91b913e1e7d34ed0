import * as z from 'zod/mini';

/** What the pages may see of the deletion of one call or of many. */
export const deletedCall = z.union([
  z.object({ callId: z.string(), deleted: z.boolean() }),
  z.object({ matched: z.number(), deleted: z.number() }),
]);
export const deletedPartner = z.object({
  partnerId: z.string(),
  lines: z.number(),
  calls: z.number(),
  deleted: z.boolean(),
});
/** Lines and calls are each counted up to a limit. */
export const partnerSize = z.object({
  partnerId: z.string(),
  lines: z.number(),
  calls: z.number(),
  isCutShort: z.boolean(),
});
/** How many items an export would have. */
export const countedExport = z.object({ partnerId: z.string(), items: z.number() });
