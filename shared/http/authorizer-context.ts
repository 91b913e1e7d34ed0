import * as z from 'zod/mini';
import { partnerState, scopes } from '../contract/partner.ts';
import type { RateUsage } from '../domain/partners/rate-limit.ts';

/**
 * What the authorizer tells the endpoints about the caller. API Gateway passes every value as text. All fields are
 * absent if the caller is over the rate limit and has no valid key. The endpoint then returns 429 without reading the
 * fields.
 */
const callerContext = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  partnerState,
  scopes: z.string(),
  keyPrefix: z.string(),
});

const rateContext = z.object({
  limited: z.enum(['true', 'false']),
  remaining: z.string().check(z.regex(/^\d+$/)),
  resetSeconds: z.string().check(z.regex(/^\d+$/)),
});

export type AuthorizerContext = z.infer<typeof rateContext> & Partial<z.infer<typeof callerContext>>;

export type Caller = ReturnType<typeof callerFrom>;

/** Returns the caller. Throws if the authorizer named no caller, which is a fault (500). */
export function callerFrom(context: unknown) {
  const { scopes: list, ...caller } = callerContext.parse(context);
  return { ...caller, scopes: scopes.parse(list === '' ? [] : list.split(',')) };
}

/** Returns the caller's use of the rate limit; `undefined` if the authorizer did not count the request. */
export function rateUsageIn(context: unknown): RateUsage | undefined {
  const { data } = rateContext.safeParse(context);
  if (!data) return undefined;
  const { limited, remaining, resetSeconds } = data;
  return { limited: limited === 'true', remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}
