/**
 * Paths, names and statuses that pages and server share. Browsers load this file, but not the routes' schemas, which
 * would make the script larger.
 */

/** All requests below this path return JSON. Every other path is a page or one of its files. */
export const API_PREFIX = '/api/';

/** Returns the path of a route: `delivery show` is at `/api/delivery/show`. */
export const apiPath = (name: string): string => `${API_PREFIX}${name.replaceAll(' ', '/')}`;

/** A page of another origin cannot send this header without a CORS preflight, which is rejected. */
export const TOKEN_HEADER = 'x-console-token';
/** The path at which a page asks the server to prove that it knows the token, before the page sends the token. */
export const PROOF_PATH = `${API_PREFIX}proof`;
/** How many hexadecimal digits the page's nonce has. */
export const NONCE_DIGITS = 32;
/** Returns the text that the server signs with the token. The server signs nothing else with the token. */
export const proofText = (nonce: string): string => `partner-lines console ${nonce}`;
/** The name of the token in the fragment of the console's address. */
export const TOKEN_IN_FRAGMENT = 'token';

/** The value of `--status` and of the status filter that selects refused, dead and skipped deliveries. */
export const UNDELIVERED = 'undelivered';

/** The HTTP status if a command rejects a request. */
export const REJECTED = 409;
/** The HTTP status after an unexpected error of a command. */
export const UNAVAILABLE = 502;
