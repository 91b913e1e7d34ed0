/** Every response of an endpoint has this header. */
export const CONTENT_TYPE = { name: 'Content-Type', value: 'application/json' } as const;

/** Every response has these headers, except two: API Gateway's own 413 has neither, and WAF's 429 has no request id. */
export const REQUEST_ID = 'X-Request-Id';
export const NO_STORE = { name: 'Cache-Control', value: 'no-store' } as const;

/** Every response of an endpoint has these two headers. `rate-limit.ts` has their values. */
export const RATE_LIMIT_HEADERS = { policy: 'RateLimit-Policy', usage: 'RateLimit' } as const;

/** Every 429 has this header: how many seconds to wait. */
export const RETRY_AFTER = 'Retry-After';

/** A 201 has this header if an earlier request with the same `Idempotency-Key` created the line. */
export const REPLAYED = { name: 'Idempotent-Replayed', value: 'true' } as const;
