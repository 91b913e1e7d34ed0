import { types } from 'node:util';
import { WebhookVerificationError } from './errors.ts';

/** The body of the request, exactly as received. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export function bytesOf(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
  if (types.isUint8Array(rawBody)) return rawBody;
  if (types.isAnyArrayBuffer(rawBody)) return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    'BODY_NOT_RAW',
    `Got ${typeNameOf(rawBody)}; pass the raw body as string or bytes, exactly as received. ${adviceForBody(rawBody)}`,
  );
}

const isPlain = (value: unknown) => Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
const isRequest = (value: object) => 'headers' in value || 'pipe' in value;

function typeNameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (isRequest(value)) return 'a whole request';
  return isPlain(value) ? 'a parsed object' : `a ${value.constructor?.name ?? 'object'}`;
}

function adviceForBody(value: unknown): string {
  if (value === null || value === undefined) {
    return 'Nothing has read the body yet: in Express, put express.raw({ type: () => true }) on this route.';
  }
  if (typeof value === 'object' && isRequest(value)) {
    return 'Read its body first: for a fetch Request, with await request.text().';
  }
  return 'A body that was parsed and serialized again can have other bytes than the signed body: take the body before the JSON parser.';
}
