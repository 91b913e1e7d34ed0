import type { Scope } from './routes.ts';

// Error sentences of failures without a code, except those of a 401. Each sentence is a separate constant, so that a
// bundle contains only the sentences that it sends.
export const RATE_LIMITED = 'Too many requests. Please try again later.';
// The client packages distinguish failures with status 403 by their sentences, from PARTNER_NOT_ACTIVE to
// REQUEST_BLOCKED. Installed clients would not recognize a changed sentence.
export const PARTNER_NOT_ACTIVE = 'Partner account is not active';
export const LINE_NOT_DELEGATED = 'Line is not delegated to this partner account';
export const insufficientScope = (scope: Scope) => `Insufficient scope: ${scope} required`;
export const REQUEST_BLOCKED = 'The request was refused';
export const NOT_JSON = 'Content-Type must be application/json';
export const NOT_VALID_JSON = 'Request body is not valid JSON';
export const NOT_FOUND = 'Not found';
export const CONTENDED = 'The record is being changed by other requests; please retry';
export const TOOK_TOO_LONG = 'The request took too long. Please try again later.';
export const FAULT = 'Internal server error';
