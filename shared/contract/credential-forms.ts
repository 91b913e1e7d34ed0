/** The forms of API keys and signing secrets. Browsers load this file, too. */

/** Matches the value of the only `Authorization` header of a request. The group is the API key. */
export const AUTHORIZATION = /^bearer +(\S+)$/i;

export const API_KEY_PREFIX = 'svc_partner_';

/** How many lower-case hexadecimal digits follow the prefix of an API key. */
export const API_KEY_DIGITS = 64;

/** A regular expression for an API key, without `^` and `$`. */
export const API_KEY_PATTERN = `${API_KEY_PREFIX}[0-9a-f]{${API_KEY_DIGITS}}`;

/** How many digits of an API key, after the prefix, whoami and the operator tool show. */
export const SHOWN_KEY_DIGITS = 8;

/** A key that no partner has, in the form of an API key. */
export const KEY_OF_NOBODY = API_KEY_PREFIX + '0'.repeat(API_KEY_DIGITS);

/** How many of the last characters of a signing secret GET /v1/webhooks shows, as a number and in words. */
export const SECRET_HINT_CHARACTERS = 4;
export const SECRET_HINT = 'last four characters';

export const SIGNING_SECRET_PREFIX = 'whsec_';
/** How many random bytes a signing secret has, as hexadecimal digits after the prefix. An HMAC-SHA256 is as long. */
export const SIGNING_SECRET_BYTES = 32;
export const SIGNING_SECRET_PATTERN = `^${SIGNING_SECRET_PREFIX}([0-9a-f]{2})+$`;
