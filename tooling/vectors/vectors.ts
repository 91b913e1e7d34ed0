import { KEY_OF_NOBODY } from '../../shared/contract/credential-forms.ts';
import {
  bodyWithSummary,
  digestOf,
  NOW_UNIX_SECONDS,
  OLDEST_SECONDS,
  OTHER_SECRET,
  PLAIN,
  SECRET,
  sign,
  TOO_OLD_SECONDS,
  wrongHeader,
} from './signature-headers.ts';

export interface Vector {
  readonly name: string;
  /** The expected result: GENUINE, or the code of the error. */
  readonly expected: string;
  readonly body: string | Buffer;
  readonly header: string;
  readonly secret: string;
}

type About = Partial<Omit<Vector, 'name' | 'expected'>>;

/** Returns the vector of a genuine delivery, changed by the fields in `about`. */
const vector = (expected: string, name: string, about: About = {}): Vector => ({
  name,
  expected,
  body: PLAIN,
  header: sign(PLAIN),
  secret: SECRET,
  ...about,
});
const genuine = (name: string, body: string, header = sign(body)) => vector('GENUINE', name, { body, header });
const genuineHeader = (name: string, header: string) => vector('GENUINE', name, { header });
const otherBody = (name: string, body: Vector['body'], header = sign(PLAIN)) =>
  vector('SIGNATURE_MISMATCH', name, { body, header });
const otherHeader = (name: string, header: string) => vector('SIGNATURE_MISMATCH', name, { header });
const malformed = (name: string, header: string) => vector('SIGNATURE_MALFORMED', name, { header });
const badSecret = (name: string, secret: string) => vector('SECRET_INVALID', name, { secret });
const noEvent = (name: string, body: string) => vector('EVENT_MALFORMED', name, { body, header: sign(body) });

const KOREAN = bodyWithSummary('예약 완료 😀 — "8시"');
const DIGEST = digestOf(sign(PLAIN));
const T = `t=${NOW_UNIX_SECONDS}`;
/** A digest in the right form that belongs to no request. */
const OTHER_DIGEST = '0'.repeat(64);
const RAW_KEY = Buffer.from(SECRET.slice('whsec_'.length), 'hex');

const GENUINE = [
  genuine('a delivery', PLAIN),
  genuine('a body that is not ASCII', KOREAN),
  genuine('control characters, escaped in JSON', bodyWithSummary('line one\nline two\t\u0000\u2028')),
  genuine(`signed exactly ${OLDEST_SECONDS} seconds ago`, PLAIN, sign(PLAIN, OLDEST_SECONDS)),
  genuine(`signed exactly ${OLDEST_SECONDS} seconds in the future`, PLAIN, sign(PLAIN, -OLDEST_SECONDS)),
  genuineHeader('a signature in upper-case hexadecimal digits', `${T},v1=${DIGEST.toUpperCase()}`),
  genuineHeader('two signatures, the second one genuine', `${T},v1=${OTHER_DIGEST},v1=${DIGEST}`),
  genuineHeader('two signatures, the first one genuine', `${T},v1=${DIGEST},v1=${OTHER_DIGEST}`),
  genuineHeader(
    'two signatures, the first one cut off, the second one genuine',
    `${T},v1=${DIGEST.slice(0, -1)},v1=${DIGEST}`,
  ),
  genuineHeader('a signature of an unknown scheme after v1', `${sign(PLAIN)},v2=${OTHER_DIGEST}`),
  genuineHeader(
    'a signature of an unknown scheme before v1, in base64',
    `${T},ed25519=${Buffer.from(DIGEST, 'hex').toString('base64')},v1=${DIGEST}`,
  ),
  genuineHeader('elements without a name or a value', `,${T},,v1=${DIGEST},flag,=,v2=`),
  genuineHeader('v1 before t', `v1=${DIGEST},${T}`),
  genuineHeader('a space after the comma', `${T}, v1=${DIGEST}`),
  genuineHeader('spaces and tabs around each element', ` ${T}\t ,\t v1=${DIGEST} `),
  genuineHeader('the header twice, joined with a comma', `${sign(PLAIN)}, ${sign(PLAIN)}`),
];

const MISMATCHES = [
  vector('SIGNATURE_MISMATCH', 'the secret of another partner', { secret: OTHER_SECRET }),
  otherBody('a body with one word changed', PLAIN.replace('two', 'ten')),
  otherBody('a body that was parsed and serialized again with spaces', asPythonJson(PLAIN)),
  otherBody('a body that was parsed and serialized again with indentation', JSON.stringify(JSON.parse(PLAIN), null, 2)),
  otherBody(
    'a body that was parsed and serialized again with escapes for characters outside ASCII',
    escapeNonAscii(KOREAN),
    sign(KOREAN),
  ),
  otherBody('a body with a line feed added at the end', `${PLAIN}\n`),
  otherBody('a body with a byte order mark added at the start', `\ufeff${PLAIN}`),
  otherBody(
    'a body that was decoded as Latin-1 and encoded as UTF-8',
    Buffer.from(KOREAN).toString('latin1'),
    sign(KOREAN),
  ),
  otherBody('a body with a byte that is not valid UTF-8', Buffer.concat([Buffer.from(PLAIN), Buffer.of(0xff)])),
  otherBody('an empty body, because something has already read it', ''),
  otherBody('the text [object Object] instead of the body', '[object Object]'),
  otherHeader('a time that was changed to make an old delivery look new', sign(PLAIN, 3_600).replace(/^t=\d+/, T)),
  otherHeader('a leading zero before the time, which changes the signed text', sign(PLAIN).replace('t=', 't=0')),
  otherHeader('two signatures, neither genuine', `${T},v1=${OTHER_DIGEST},v1=${'f'.repeat(64)}`),
  otherHeader('the genuine digest as a signature of an unknown scheme', `${T},v1=${OTHER_DIGEST},v2=${DIGEST}`),
  otherHeader(
    'signed with the secret as text instead of the decoded key',
    wrongHeader(`${NOW_UNIX_SECONDS}.${PLAIN}`, SECRET),
  ),
  otherHeader(
    'signed with the hexadecimal digits as text instead of the decoded key',
    wrongHeader(`${NOW_UNIX_SECONDS}.${PLAIN}`, SECRET.slice('whsec_'.length)),
  ),
  otherHeader('a signature that does not cover the time', wrongHeader(PLAIN, RAW_KEY)),
  otherBody('a wrong body and an old signature: the mismatch is reported first', '{}', sign(PLAIN, 3_600)),
];

const WRONG_TIMES = [
  vector('TIMESTAMP_TOO_OLD', `signed ${TOO_OLD_SECONDS} seconds ago`, { header: sign(PLAIN, TOO_OLD_SECONDS) }),
  vector('TIMESTAMP_TOO_OLD', 'signed a day ago', { header: sign(PLAIN, 86_400) }),
  vector('TIMESTAMP_TOO_OLD', `the second of two signatures is genuine, signed ${TOO_OLD_SECONDS} seconds ago`, {
    header: sign(PLAIN, TOO_OLD_SECONDS).replace(',', `,v1=${OTHER_DIGEST},`),
  }),
  vector('TIMESTAMP_TOO_NEW', `signed ${TOO_OLD_SECONDS} seconds in the future`, {
    header: sign(PLAIN, -TOO_OLD_SECONDS),
  }),
  vector('TIMESTAMP_TOO_NEW', 'signed a day in the future', { header: sign(PLAIN, -86_400) }),
];

const HEADERS = [
  vector('SIGNATURE_MISSING', 'no header', { header: '' }),
  malformed('no signature', T),
  malformed('no time', `v1=${DIGEST}`),
  malformed('an empty time', `t=,v1=${DIGEST}`),
  malformed('a time that is not a number', `t=now,v1=${DIGEST}`),
  malformed('a time before 1970', `t=-1,v1=${DIGEST}`),
  malformed('a time with a fraction', `${T}.0,v1=${DIGEST}`),
  malformed('a time with too many digits', `t=1234567890123,v1=${DIGEST}`),
  malformed('a time in Arabic-Indic digits', `t=١٨٠٠٠٠٠٠٠٠,v1=${DIGEST}`),
  malformed('a signature that was cut off', `${T},v1=${DIGEST.slice(0, -1)}`),
  malformed('a signature that is too long', `${T},v1=${DIGEST}00`),
  malformed('a signature that is not hexadecimal', `${T},v1=${'g'.repeat(64)}`),
  malformed('a signature in base64', `${T},v1=${Buffer.from(DIGEST, 'hex').toString('base64')}`),
  malformed('only a signature of an unknown scheme', `${T},v0=${DIGEST}`),
  malformed('a name that only begins with v1', `${T},v12=${DIGEST}`),
  malformed('v1 in upper case', `${T},V1=${DIGEST}`),
  malformed('a space inside the signature', `${T},v1=${DIGEST.slice(0, 32)} ${DIGEST.slice(32)}`),
  malformed('two different times, the first one signed', `${sign(PLAIN)},t=${NOW_UNIX_SECONDS + 1}`),
  malformed('two different times, the second one signed', `t=${NOW_UNIX_SECONDS + 1},${sign(PLAIN)}`),
  malformed('the same time twice, once with a leading zero', `${sign(PLAIN)},t=0${NOW_UNIX_SECONDS}`),
  malformed('two `t` fields, the second one not a number', `${sign(PLAIN)},t=now`),
  malformed('two `t` fields, the first one empty', `t=,${sign(PLAIN)}`),
  malformed('only a comma', ','),
  malformed('a line feed at the end', `${sign(PLAIN)}\n`),
  malformed('the signature format of another service', `v1,${Buffer.from(DIGEST, 'hex').toString('base64')}`),
  malformed('only the digest', DIGEST),
];

const SECRETS = [
  badSecret('no secret', ''),
  badSecret('only the prefix of a secret', 'whsec_'),
  badSecret('an API key instead of the secret', KEY_OF_NOBODY),
  badSecret('a secret without its prefix', SECRET.slice('whsec_'.length)),
  badSecret('a secret with a missing digit', SECRET.slice(0, -1)),
  badSecret('a secret in base64, the format of another service', `whsec_${RAW_KEY.toString('base64')}`),
  badSecret('a secret with a line feed at the end', `${SECRET}\n`),
  badSecret('the hint from GET /v1/webhooks instead of the secret', SECRET.slice(-4)),
];

const UNKNOWN_EVENTS = [
  genuine('an event that this version does not know', PLAIN.replace('call.completed', 'call.started')),
  genuine(
    'an event that this version does not know, without a call',
    '{"event":"line.moved","tenantId":"tn_01k4vectors"}',
  ),
];

const MALFORMED_EVENTS = [
  noEvent('a genuine signature of an empty body', ''),
  noEvent('a genuine signature of text that is not JSON', 'call.completed'),
  noEvent('a genuine signature of null', 'null'),
  noEvent('a genuine signature of a list', `[${PLAIN}]`),
  noEvent('a genuine signature of an object without the name of an event', '{"callId":"call_01k4vectors"}'),
  noEvent('a genuine signature of an event whose name is not text', PLAIN.replace('"call.completed"', '1')),
  noEvent('a genuine signature of an event without a callId', '{"event":"call.completed"}'),
  noEvent('a genuine signature of an event without a resolution', PLAIN.replace('"resolution":"Booked",', '')),
  noEvent('a genuine signature of an event whose resolution is not text', PLAIN.replace('"Booked"', '1')),
  noEvent(
    'a genuine signature of an event whose recordingAvailable is not a boolean',
    PLAIN.replace(/true}$/, 'null}'),
  ),
];

export const VECTORS: readonly Vector[] = [
  ...GENUINE,
  ...MISMATCHES,
  ...WRONG_TIMES,
  ...HEADERS,
  ...SECRETS,
  ...UNKNOWN_EVENTS,
  ...MALFORMED_EVENTS,
];

/** Returns the JSON with the spaces that Python's json.dumps writes by default. */
function asPythonJson(json: string) {
  return json.replaceAll(/(?<=["el]),(?=")/g, ', ').replaceAll('":', '": ');
}

function escapeNonAscii(json: string) {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
