import type { Scope } from './routes.ts';

export const FORBIDDEN = 403;

// The sentences of the failures with status 403. The client packages distinguish these failures by their sentences, and
// installed clients would not recognize a changed sentence.
export const PARTNER_NOT_ACTIVE = 'Partner account is not active';
export const LINE_NOT_DELEGATED = 'Line is not delegated to this partner account';
export const insufficientScope = (scope: Scope) => `Insufficient scope: ${scope} required`;
export const REQUEST_BLOCKED = 'The request was refused';
