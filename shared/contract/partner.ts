import * as z from 'zod/mini';
import { SCOPES } from './routes.ts';

export const scopes = z.array(z.enum(SCOPES));

export const partnerState = z.enum(['active', 'suspended']);
export type PartnerState = z.infer<typeof partnerState>;

/** Response of GET /v1/whoami. */
export const partnerIdentity = z.object({
  partnerId: z.string(),
  name: z.string(),
  scopes,
  /** The first characters of the API key that the request used; never the whole key. */
  keyPrefix: z.string(),
});
