import { createHmac } from 'node:crypto';
import { WebhookVerificationError } from './errors.ts';
import { EVENT_HEADERS } from './service-rules.ts';

/**
 * Matches one element of the header. The service sends one `t` and one `v1`. It may later add other schemes, or a `v1`
 * for each of two secrets. So other elements are ignored, and any `v1` may match.
 */
const ELEMENT = /^[ \t]*(t|v1)=([^ \t]*)[ \t]*$/;
const UNIX_SECONDS = /^[0-9]{1,12}$/;
const DIGEST = /^[0-9a-fA-F]{64}$/;

/** The value of a header, in any form that frameworks give. */
export type HeaderValue = string | readonly string[] | null | undefined;

export interface Signature {
  /** The time exactly as in the header, because these characters are signed. */
  readonly t: string;
  /** The digests of the header, at least one. The request is genuine if any of them matches. */
  readonly digests: readonly Uint8Array[];
}

export function parseSignature(header: HeaderValue): Signature {
  const value = typeof header === 'object' && header !== null ? header.join(',') : header;
  if (value === null || value === undefined || value === '') {
    throw new WebhookVerificationError(
      'SIGNATURE_MISSING',
      `The ${EVENT_HEADERS.signature} header is missing: the request is not from the service, or a proxy removed the header. Pass its value, and let proxies forward X-Service-*.`,
    );
  }
  const elements = String(value)
    .split(',')
    .map((element) => ELEMENT.exec(element) ?? []);
  const headerValues = (wanted: string) => elements.flatMap(([, name, text = '']) => (name === wanted ? text : []));
  const [t = '', ...otherTimes] = new Set(headerValues('t'));
  const v1 = headerValues('v1');
  const digests = v1.filter((text) => DIGEST.test(text));
  if (UNIX_SECONDS.test(t) && otherTimes.length === 0 && digests.length > 0) {
    return { t, digests: digests.map((digest) => Buffer.from(digest, 'hex')) };
  }
  const fault =
    UNIX_SECONDS.test(t) && v1.length === 0
      ? 'has no v1:'
      : 'is not of the form t=<unix seconds>,v1=<64 hexadecimal digits>, got';
  throw new WebhookVerificationError(
    'SIGNATURE_MALFORMED',
    `The ${EVENT_HEADERS.signature} header ${fault} ${safeExcerpt(String(value))}. Pass the header's value unchanged.`,
  );
}

/** Returns the HMAC of a request. `t` is the time exactly as the header has it. */
export const digestOf = (key: Uint8Array, t: string, body: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(`${t}.`).update(body).digest();

/** Returns the value in a form that is safe for a log, because anybody may have sent it. */
function safeExcerpt(value: string): string {
  const printable = value.replace(/[^\x20-\x7e]/g, '?');
  return `"${printable.length <= 100 ? printable : `${printable.slice(0, 100)}…`}"`;
}
