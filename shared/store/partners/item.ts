import * as z from 'zod/mini';
import { partnerState, scopes } from '../../contract/partner.ts';
import { type ApiKey, keyState } from './api-keys.ts';

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

/** The partner's one key, with its copy of what the partner item says. */
export const keyItemOf = (partner: Partner): ApiKey => ({
  partnerId: partner.partnerId,
  keyPrefix: partner.keyPrefix,
  keyState: partner.keyState,
  partnerName: partner.name,
  scopes: partner.scopes,
  partnerState: partner.state,
});
