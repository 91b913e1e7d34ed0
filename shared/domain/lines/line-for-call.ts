import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { agentSettings } from '../../contract/lines/agent.ts';
import { plan, region } from '../../contract/lines/tenants.ts';
import { canonicalJson } from '../canonical-json.ts';
import { E164, E164_REQUIREMENT } from './e164.ts';

/** How long a change of settings may take to reach new calls, while the service responds. Contract, section "Limits". */
export const SETTINGS_REACH_CALLS_MINUTES = 5;

/**
 * The highest age of a copy of a line that a call may use while the service responds: 20 % of
 * `SETTINGS_REACH_CALLS_MINUTES`.
 */
const MAX_AGE_SECONDS = (SETTINGS_REACH_CALLS_MINUTES * 60) / 5;

/**
 * How many seconds the voice platform may use its copy of a line while the service does not respond: a day. For a
 * caller, settings of yesterday are better than no agent.
 */
const STALE_IF_ERROR_SECONDS = 86_400;

/** Why the voice platform looks up a line. The metric `CallsLookedUp` does not count refreshes. */
const purpose = z._default(z.enum(['call', 'refresh']), 'call');

/** Input of line-for-call: a line is named by the number that was dialled, or by its id. */
export const lineForCallInput = z
  .object({
    number: z.optional(z.string().check(z.regex(E164, E164_REQUIREMENT))),
    tenantId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    purpose,
  })
  .check(
    z.refine(
      ({ number, tenantId }) => (number === undefined) !== (tenantId === undefined),
      'must have either number or tenantId',
    ),
  );

const servedLine = z.object({
  tenantId: z.string(),
  partnerId: z.string(),
  name: z.string(),
  region,
  /** The phone number in E.164; null when the line was looked up by its id and has no number. */
  number: z.nullable(z.string()),
  plan: z.nullable(plan),
});

/**
 * What the voice platform needs for a call: the line, and its agent as GET /v1/tenants/{customerId}/agent returns it.
 */
const servedCall = z.object({ line: servedLine, agent: agentSettings });
export type ServedCall = z.infer<typeof servedCall>;

/**
 * Response of line-for-call. `refused` says that the input is malformed, so a retry would not help. After a fault,
 * line-for-call throws and returns no response, so that the voice platform uses its copy of the line and does not turn
 * the caller away.
 */
export const lineForCallResponse = z.union([
  z.extend(servedCall, {
    /** A hash of `line` and `agent`. */
    version: z.string(),
    maxAgeSeconds: z.int(),
    staleIfErrorSeconds: z.int(),
  }),
  z.object({
    notServed: z.object({ reason: z.enum(['unknown', 'terminated']) }),
    maxAgeSeconds: z.int(),
  }),
  z.object({ refused: z.object({ message: z.string() }) }),
]);
export type LineForCallResponse = z.infer<typeof lineForCallResponse>;

export const servedResponse = (call: ServedCall): LineForCallResponse => ({
  ...call,
  version: createHash('sha256').update(canonicalJson(call)).digest('base64url'),
  maxAgeSeconds: MAX_AGE_SECONDS,
  staleIfErrorSeconds: STALE_IF_ERROR_SECONDS,
});

/** Returns the response for a number or an id without an active line. */
export const notServedResponse = (reason: 'unknown' | 'terminated'): LineForCallResponse => ({
  notServed: { reason },
  maxAgeSeconds: MAX_AGE_SECONDS,
});
