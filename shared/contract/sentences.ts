/** What partners are told in the same words by more than one part: endpoints, authorizer, store, API Gateway itself. */
export const SENTENCES = {
  noCredentials: 'Missing or invalid Authorization header',
  rateLimited: 'Too many requests. Please try again later.',
  partnerNotActive: 'Partner account is not active',
  notJson: 'Content-Type must be application/json',
  notFound: 'Not found',
  fault: 'Internal server error',
} as const;

// Constants of their own, so that only the bundles that send them carry them.
export const CONTENDED = 'The record is being changed by other requests; please retry';
export const TOOK_TOO_LONG = 'The request took too long. Please try again later.';
