import { WebhookVerificationError } from './errors.ts';

const PREFIX = 'whsec_';
const SECRET = /^whsec_((?:[0-9a-fA-F]{2})+)$/;
const WHERE = 'Take signingSecret from the answer of PUT /v1/webhooks.';

/** The raw key of a signing secret: the prefix is taken off and the rest decoded. */
export function keyOf(secret: string | undefined): Uint8Array {
  const hex = typeof secret === 'string' ? SECRET.exec(secret)?.[1] : undefined;
  if (hex !== undefined) return Buffer.from(hex, 'hex');
  throw new WebhookVerificationError('SECRET_INVALID', `${whatIsWrongWith(secret)} ${WHERE}`);
}

/** What the service shows of a secret, too. */
export const hintOf = (secret: string) => secret.slice(-4);

/** Says what was given without giving it away: this may end in a log. */
function whatIsWrongWith(secret: unknown): string {
  if (secret === undefined || secret === null) {
    return `The signing secret is ${secret}: is the environment variable set?`;
  }
  if (typeof secret !== 'string') return `The signing secret must be a string, got ${typeof secret}.`;
  if (secret === '') return 'The signing secret is empty: is the environment variable set?';
  if (secret !== secret.trim()) return 'The signing secret has white space around it: remove it.';
  if (secret.startsWith('svc_partner_')) return 'Got an API key, not the signing secret, which begins with whsec_.';
  if (!secret.startsWith(PREFIX)) return `The signing secret must begin with whsec_, got ${beginningOf(secret)}.`;
  return 'After whsec_ the signing secret must be pairs of hexadecimal digits: it was cut, or it is of another service.';
}

const beginningOf = (secret: string) =>
  secret.length <= 8 ? `only ${secret.length} characters` : `one that begins with "${secret.slice(0, 4)}"`;
