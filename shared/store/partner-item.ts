import * as z from 'zod/mini';
import { partnerState, scopes } from '../contract/partner.ts';

const keyState = z.enum(['active', 'revoked']);

/** The stored shape of a partner. No quota means no limit on its lines. */
export const partnerItem = z.object({
  partnerId: z.string(),
  name: z.string(),
  scopes,
  state: partnerState,
  quota: z.optional(z.int().check(z.nonnegative())),
  /** Lines that are not terminated. */
  lineCount: z.int().check(z.nonnegative()),
  keyHash: z.string(),
  keyPrefix: z.string(),
  keyState,
  createdAt: z.string(),
});
export type Partner = z.infer<typeof partnerItem>;

/** What the authorizer reads of the one key of a partner: all it needs, so that it reads one item. */
export const keyItemOf = (partner: Partner) => ({
  partnerId: partner.partnerId,
  keyPrefix: partner.keyPrefix,
  keyState: partner.keyState,
  partnerName: partner.name,
  scopes: partner.scopes,
  partnerState: partner.state,
});
