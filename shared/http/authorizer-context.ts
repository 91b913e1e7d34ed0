import * as z from 'zod/mini';
import { partnerState, scopes } from '../contract/partner.ts';
import type { RateUsage } from '../domain/partners/rate-window.ts';

/**
 * What the authorizer tells the endpoints. API Gateway passes every value on as text.
 * `caller` is absent when a limited caller showed no valid key: the endpoint answers 429 before it would matter.
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

/** Throws (a fault, answered 500) when the authorizer named nobody: an unknown caller is never let through. */
export function callerFrom(context: unknown) {
  const { scopes: list, ...caller } = callerContext.parse(context);
  return { ...caller, scopes: scopes.parse(list === '' ? [] : list.split(',')) };
}

/** `undefined` when the authorizer said nothing about the rate: then nothing else it may have said counts. */
export function rateUsageIn(context: unknown): RateUsage | undefined {
  const { data } = rateContext.safeParse(context);
  if (!data) return undefined;
  const { limited, remaining, resetSeconds } = data;
  return { limited: limited === 'true', remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}
