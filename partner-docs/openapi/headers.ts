import { RATE_LIMIT } from '../../shared/contract/limits.ts';

const { requests, windowSeconds } = RATE_LIMIT;

/** Response headers by component name. */
export const HEADERS = {
  RequestId: {
    description: 'Name it when you ask support about this request.',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: '6f1c1e0a-3f43-4f0f-9d55-0a3c5f1b7a11',
  },
  CacheControl: {
    description: 'No answer may be stored by a cache.',
    required: true,
    schema: { const: 'no-store' },
  },
  RateLimitPolicy: {
    description: `At most ${requests} requests (q) in ${windowSeconds} seconds (w), from one address to one path.`,
    schema: { const: `"default";q=${requests};w=${windowSeconds}` },
  },
  RateLimit: {
    description: 'How many requests are left (r) until a new window begins in so many seconds (t).',
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
    example: `"default";r=29;t=${windowSeconds}`,
  },
  RetryAfter: {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: windowSeconds },
    example: 120,
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    required: true,
    schema: { const: 'Bearer' },
  },
  IdempotentReplayed: {
    description:
      'Present when an earlier request with the same Idempotency-Key created the line and this is its answer.',
    schema: { const: 'true' },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const ref = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

/** On every answer, also on those that API Gateway makes itself. */
export const COMMON = { 'X-Request-Id': ref('RequestId'), 'Cache-Control': ref('CacheControl') };
/** On every answer of an endpoint; not on 401, nor when API Gateway itself is in trouble. */
export const RATE = { 'RateLimit-Policy': ref('RateLimitPolicy'), RateLimit: ref('RateLimit') };
export const RETRY_AFTER = { 'Retry-After': ref('RetryAfter') };
export const WWW_AUTHENTICATE = { 'WWW-Authenticate': ref('WwwAuthenticate') };
export const REPLAYED = { 'Idempotent-Replayed': ref('IdempotentReplayed') };
