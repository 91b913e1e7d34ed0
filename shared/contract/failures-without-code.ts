import { FORBIDDEN } from './forbidden.ts';

/** Endpoints return these statuses for failures without a code. The status 401 is in `unauthorized.ts`. */
export const UNCODED_STATUS = { malformed: 400, forbidden: FORBIDDEN, rateLimited: 429, unavailable: 503 } as const;

/** The body of a failure without a code. Endpoints, API Gateway and WAF return it. */
export const failureBody = (error: string) => ({ error });

// The sentences, without a code, that several files use. Those of a 401 and a 403 are in `unauthorized.ts` and
// `forbidden.ts`. Each sentence is a separate constant, so that a bundle contains only the sentences that it sends.
export const RATE_LIMITED = 'Too many requests. Please try again later.';
export const NOT_JSON = 'Content-Type must be application/json';
export const NOT_VALID_JSON = 'Request body is not valid JSON';
export const NOT_FOUND = 'Not found';
export const CONTENDED = 'The record is being changed by other requests; please retry';
export const TOOK_TOO_LONG = 'The request took too long. Please try again later.';
export const FAULT = 'Internal server error';
