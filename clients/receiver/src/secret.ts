import { WebhookVerificationError } from './errors.ts';
import { API_KEY_PREFIX, SIGNING_SECRET_PREFIX as PREFIX, SECRET_HINT_CHARACTERS } from './service-rules.ts';

/** One signing secret, or several while a receiver rotates from an old secret to a new one. */
export type SigningSecret = string | readonly string[];

const SECRET = new RegExp(`^${PREFIX}((?:[0-9a-fA-F]{2})+)$`);
const WHERE = 'Take signingSecret from the response of PUT /v1/webhooks.';

/**
 * Returns the raw keys of one secret or of a list, in order. Throws SECRET_INVALID if the list is empty, or if any
 * secret is malformed, even beside a valid secret.
 */
export function keysOf(secret: SigningSecret | undefined): readonly Uint8Array[] {
  if (!isList(secret)) return [keyOf(secret)];
  if (secret.length === 0) throw invalid('The list of signing secrets is empty.');
  if (secret.length === 1) return [keyOf(secret[0])];
  return secret.map((one, index) => keyOf(one, `Signing secret ${index + 1} of ${secret.length}`));
}

/** Returns the raw key: the part after the prefix, decoded as hex. Error messages call the secret `name`. */
function keyOf(secret: unknown, name = 'The signing secret'): Uint8Array {
  const hex = typeof secret === 'string' ? SECRET.exec(secret)?.[1] : undefined;
  if (hex !== undefined) return Buffer.from(hex, 'hex');
  throw invalid(`${name} ${problemOfSecret(secret)}`);
}

/** Returns the last characters of each secret. GET /v1/webhooks shows these characters as a hint. */
export const hintsOf = (secret: SigningSecret | undefined): readonly string[] =>
  [secret ?? []].flat().map((one) => one.slice(-SECRET_HINT_CHARACTERS));

/** Takes `unknown`, because a program in JavaScript can pass anything. */
const isList = (secret: unknown): secret is readonly unknown[] => Array.isArray(secret);

const invalid = (sentence: string) => new WebhookVerificationError('SECRET_INVALID', `${sentence} ${WHERE}`);

/** Returns what is wrong with a secret. The sentence does not quote the secret, because it may be logged. */
function problemOfSecret(secret: unknown): string {
  if (secret === undefined || secret === null) return `is ${secret}: is the environment variable set?`;
  if (typeof secret !== 'string') return `must be a string, got ${typeof secret}.`;
  if (secret === '') return 'is empty: is the environment variable set? Is there a stray comma in it?';
  if (secret !== secret.trim()) return 'has white space around it: remove the white space.';
  if (secret.includes(',')) return "contains a comma: pass each secret by itself, for example secrets.split(',').";
  if (secret.startsWith(API_KEY_PREFIX)) return `is an API key: a signing secret begins with ${PREFIX}.`;
  if (secret.length <= SECRET_HINT_CHARACTERS)
    return `has only ${secret.length} characters: is it the hint? A signing secret begins with ${PREFIX}.`;
  if (!secret.startsWith(PREFIX)) return `must begin with ${PREFIX}.`;
  return `must be pairs of hexadecimal digits after ${PREFIX}: the secret was cut off, or belongs to another service.`;
}
