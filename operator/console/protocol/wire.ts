/**
 * How pages and server find each other. Browsers load this file, but not the schemas of the routes, which would make
 * the script a third larger.
 */

/** Returns the path of a route: `delivery show` is at `/api/delivery/show`. */
export const apiPath = (name: string): string => `/api/${name.replaceAll(' ', '/')}`;

/**
 * The header that carries the token. A page of another origin cannot send it without a preflight, which is rejected.
 */
export const TOKEN_HEADER = 'x-console-token';
/** What the token is called in the fragment of the console's address. */
export const TOKEN_IN_FRAGMENT = 'token';
