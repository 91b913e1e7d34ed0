import * as z from 'zod/mini';

/**
 * What stays of a deleted partner: the fact that it was deleted. It is written when the deletion begins. A restored
 * table never brings back anything of such a partner.
 */
export const deletedPartner = z.object({ partnerId: z.string(), deletedAt: z.string() });
