import {
  NO_STORE,
  RATE_LIMIT_HEADERS,
  REPLAYED,
  REQUEST_ID,
  RETRY_AFTER,
} from '../../shared/contract/response-headers.ts';
import { CHALLENGE } from '../../shared/contract/unauthorized.ts';
import { RATE_LIMIT, RATE_LIMIT_POLICY, rateLimitValue } from '../../shared/domain/partners/rate-limit.ts';

const { requests, windowSeconds } = RATE_LIMIT;

export const HEADERS = {
  RequestId: {
    description: 'Identifier of this request. Quote it when you contact support.',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: '6f1c1e0a-3f43-4f0f-9d55-0a3c5f1b7a11',
  },
  CacheControl: {
    description: 'Caches must not store this response.',
    required: true,
    schema: { const: NO_STORE.value },
  },
  RateLimitPolicy: {
    description: `At most ${requests} requests (\`q\`) in ${windowSeconds} seconds (\`w\`) from one IP address to one path.`,
    schema: { const: RATE_LIMIT_POLICY },
  },
  RateLimit: {
    description:
      'The number of requests that you can still send in this window (`r`), and the number of seconds until the next window begins (`t`).',
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
    example: rateLimitValue({ remaining: requests - 1, resetSeconds: windowSeconds }),
  },
  RetryAfter: {
    description: 'How many seconds to wait before you retry.',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: windowSeconds },
    example: 120,
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    required: true,
    schema: { const: CHALLENGE.value },
  },
  IdempotentReplayed: {
    description:
      'Present if an earlier request with the same Idempotency-Key created the line. This response is then a copy of the first response.',
    schema: { const: REPLAYED.value },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const ref = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

/** The headers of every response that the document describes, except that the 429 of WAF has no request id. */
export const COMMON = { [REQUEST_ID]: ref('RequestId'), [NO_STORE.name]: ref('CacheControl') };
/**
 * The headers of every response of an endpoint. A 401 and the failures of API Gateway itself do not have these headers.
 */
export const RATE = {
  [RATE_LIMIT_HEADERS.policy]: ref('RateLimitPolicy'),
  [RATE_LIMIT_HEADERS.usage]: ref('RateLimit'),
};
export const WAIT = { [RETRY_AFTER]: ref('RetryAfter') };
export const WWW_AUTHENTICATE = { [CHALLENGE.header]: ref('WwwAuthenticate') };
export const REPLAY = { [REPLAYED.name]: ref('IdempotentReplayed') };
