import { createHmac } from 'node:crypto';
import { signingKey } from '../../shared/domain/webhooks/signature.ts';
import { standardHeaders } from '../../shared/domain/webhooks/standard-webhooks.ts';
import {
  bodyWithSummary,
  NOW_UNIX_SECONDS,
  OLDEST_SECONDS,
  OTHER_SECRET,
  PLAIN,
  SECRET,
  TOO_OLD_SECONDS,
} from './signature-headers.ts';

type Headers = ReturnType<typeof standardHeaders>;

/** A request, and whether it is genuine. */
export interface StandardVector {
  readonly name: string;
  readonly expected: 'GENUINE' | 'REJECTED';
  readonly secret: string;
  readonly headers: Partial<Headers>;
  readonly body: string;
}

const CALL_ID = 'call_01k4vectors';

/** Returns the headers that the service sends with this body, `agedSeconds` before `NOW_UNIX_SECONDS`. */
const signed = (body: string, { agedSeconds = 0, callId = CALL_ID } = {}) =>
  standardHeaders(signingKey(SECRET), { callId, body }, (NOW_UNIX_SECONDS - agedSeconds) * 1_000);

const HEADERS = signed(PLAIN);
const SIGNATURE = HEADERS['webhook-signature'];
const OTHER_SIGNATURE = `v1,${Buffer.alloc(32).toString('base64')}`;
const HEX = SECRET.slice('whsec_'.length);

const vector = (
  expected: StandardVector['expected'],
  name: string,
  headers: StandardVector['headers'],
  about: Partial<StandardVector> = {},
): StandardVector => ({ name, expected, secret: SECRET, headers, body: PLAIN, ...about });

const genuine = (name: string, headers: Headers, body = PLAIN) => vector('GENUINE', name, headers, { body });
const rejected = (name: string, headers: StandardVector['headers'], about: Partial<StandardVector> = {}) =>
  vector('REJECTED', name, headers, about);

/** Returns headers with a typical mistake in the signature: an HMAC of other bytes, or with another key. */
const wronglySigned = (content: string, key: string | Buffer) =>
  withSignature(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
const withSignature = (signature: string) => ({ ...HEADERS, 'webhook-signature': signature });

const SIGNED_TEXT = `${CALL_ID}.${NOW_UNIX_SECONDS}.${PLAIN}`;
const KOREAN = bodyWithSummary('예약 완료 😀 — "8시"');
const { 'webhook-id': _id, ...WITHOUT_ID } = HEADERS;
const { 'webhook-timestamp': _timestamp, ...WITHOUT_TIMESTAMP } = HEADERS;
const { 'webhook-signature': _signature, ...WITHOUT_SIGNATURE } = HEADERS;

export const STANDARD_VECTORS: readonly StandardVector[] = [
  genuine('a delivery', HEADERS),
  genuine('a body that is not ASCII', signed(KOREAN), KOREAN),
  genuine('a callId with dots, which are percent-encoded', signed(PLAIN, { callId: 'call.2026.1' })),
  genuine('a callId with a percent sign, which is percent-encoded', signed(PLAIN, { callId: 'call%2E1' })),
  genuine(`signed exactly ${OLDEST_SECONDS} seconds ago`, signed(PLAIN, { agedSeconds: OLDEST_SECONDS })),
  genuine(`signed exactly ${OLDEST_SECONDS} seconds in the future`, signed(PLAIN, { agedSeconds: -OLDEST_SECONDS })),
  genuine('two signatures, the second one genuine', withSignature(`${OTHER_SIGNATURE} ${SIGNATURE}`)),
  genuine(
    'a signature of another scheme before the genuine one',
    withSignature(`v1a,${'A'.repeat(86)}== ${SIGNATURE}`),
  ),
  rejected('the secret of another partner', HEADERS, { secret: OTHER_SECRET }),
  rejected('a body with one word changed', HEADERS, { body: PLAIN.replace('two', 'ten') }),
  rejected('a body with a line feed added at the end', HEADERS, { body: `${PLAIN}\n` }),
  rejected('the identifier of another call', { ...HEADERS, 'webhook-id': 'call_01k4others' }),
  rejected('a time that was changed to make an old delivery look new', {
    ...signed(PLAIN, { agedSeconds: 3_600 }),
    'webhook-timestamp': HEADERS['webhook-timestamp'],
  }),
  rejected(`signed ${TOO_OLD_SECONDS} seconds ago`, signed(PLAIN, { agedSeconds: TOO_OLD_SECONDS })),
  rejected(`signed ${TOO_OLD_SECONDS} seconds in the future`, signed(PLAIN, { agedSeconds: -TOO_OLD_SECONDS })),
  rejected('no identifier', WITHOUT_ID),
  rejected('no time', WITHOUT_TIMESTAMP),
  rejected('no signature', WITHOUT_SIGNATURE),
  rejected('the genuine signature under the name of another scheme', withSignature(SIGNATURE.replace('v1,', 'v1a,'))),
  rejected(
    'signed with the hex-decoded secret, the key of X-Service-Signature',
    wronglySigned(SIGNED_TEXT, Buffer.from(HEX, 'hex')),
  ),
  rejected('signed with the secret as text instead of the decoded key', wronglySigned(SIGNED_TEXT, SECRET)),
  rejected(
    'a signature that does not cover the identifier',
    wronglySigned(`${NOW_UNIX_SECONDS}.${PLAIN}`, Buffer.from(HEX, 'base64')),
  ),
];
