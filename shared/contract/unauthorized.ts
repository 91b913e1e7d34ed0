// The response to a request without a valid API key. Contract, "Authentication".
export const UNAUTHORIZED = 401;
/** Only a gateway response can send this header, because API Gateway renames it in the response of a function. */
export const CHALLENGE = { header: 'WWW-Authenticate', value: 'Bearer' } as const;
/** The error if the `Authorization` header is missing or not in Bearer form. */
export const NO_CREDENTIALS = 'Missing or invalid Authorization header';
/** The error for an unknown, malformed or revoked key. It does not disclose which of these the key is. */
export const INVALID_API_KEY = 'Invalid API key';

/** Returns the error for a request without a valid key. `token` is undefined unless the header is in Bearer form. */
export const errorOf401 = (token: string | undefined): string =>
  token === undefined ? NO_CREDENTIALS : INVALID_API_KEY;
