import * as z from 'zod/mini';
import { partnerState, scopes } from '../../contract/partner.ts';
import { keyState } from '../../domain/partners/api-key.ts';
import type { ApiKey } from './api-keys.ts';

/** The stored shape of a partner. Without a quota, the number of the partner's lines is not limited. */
export const partnerItem = z.object({
  partnerId: z.string(),
  name: z.string(),
  scopes,
  state: partnerState,
  quota: z.optional(z.int().check(z.nonnegative())),
  /** How many lines of the partner are not terminated. */
  lineCount: z.int().check(z.nonnegative()),
  keyHash: z.string(),
  keyPrefix: z.string(),
  keyState,
  createdAt: z.string(),
  /** The email address of the people at the partner who look after its receiver. */
  contact: z.optional(z.string()),
});
export type Partner = z.infer<typeof partnerItem>;

/** Returns the item of the partner's key. This item has copies of some fields of the partner. */
export const keyItemOf = (partner: Partner): ApiKey => ({
  partnerId: partner.partnerId,
  keyPrefix: partner.keyPrefix,
  keyState: partner.keyState,
  partnerName: partner.name,
  scopes: partner.scopes,
  partnerState: partner.state,
});
