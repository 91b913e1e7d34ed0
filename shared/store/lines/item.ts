import * as z from 'zod/mini';
import { integrations, plan } from '../../contract/lines/tenants.ts';
import { delegation } from '../../domain/lines/delegation.ts';

/** A stored line. It is kept until its partner is deleted. */
export const line = z.extend(delegation, {
  /** The phone number of the line, in E.164. A line with a number cannot be terminated. */
  number: z.optional(z.string()),
  /** Whether a number was ever detached from the line. */
  numberReleased: z.optional(z.boolean()),
  integrations: z._default(integrations, {}),
  plan: z.optional(plan),
  terminationReason: z.optional(z.string()),
  /** Whether the termination also deletes agent settings and integrations. A later request cannot set `purge` to false. */
  purge: z.optional(z.boolean()),
  /**
   * Token of the request that terminated the line. If the response is lost, the request recognizes its own write by
   * this token.
   */
  terminatedBy: z.optional(z.string()),
  /** Token of the request that released the line. If it is present, the termination is complete. */
  releasedBy: z.optional(z.string()),
});
export type Line = z.infer<typeof line>;
