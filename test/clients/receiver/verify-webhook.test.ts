import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../../../clients/receiver/src/index.ts';
import type { CallCompleted } from '../../../shared/contract/calls/call-completed.ts';
import { signatureHeader, signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { MULTI_SECRET_VECTORS, NOW_UNIX_SECONDS, VECTORS } from './vectors.ts';

const SECRET = `whsec_${'5e'.repeat(31)}ab12`;
const NOW = new Date(NOW_UNIX_SECONDS * 1000);
const EVENT: CallCompleted = {
  event: 'call.completed',
  tenantId: 'tn_1',
  callId: 'call_1',
  occurredAt: '2027-01-15T08:00:00.000Z',
  summary: '예약 완료 😀',
  resolution: null,
  recordingAvailable: true,
};
const BODY = JSON.stringify(EVENT);
const HEADER = signatureHeader(signingKey(SECRET), BODY, NOW.getTime());

/** Returns the error that a rejected call throws. */
function rejection(verify: () => unknown): WebhookVerificationError {
  try {
    verify();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error('The call was accepted');
}
/** Calls the function without types, as a partner's JavaScript program may. */
const verifyAnything = (rawBody: unknown, header: unknown, secret: unknown) =>
  Reflect.apply(verifyWebhook, undefined, [rawBody, header, secret, { now: NOW }]);

describe('the test vectors of the receiver kit', () => {
  const findingOf = (verify: () => WebhookEvent, expected: string) =>
    expected === 'GENUINE' && verify() ? 'GENUINE' : rejection(verify).code;

  it.each(VECTORS)(
    'verifyWebhook gives $expected for the test vector: $name',
    ({ bytes, header, secret, expected }) => {
      const verify = () => verifyWebhook(bytes, header, secret, { now: NOW });
      expect(findingOf(verify, expected)).toBe(expected);
    },
  );

  it.each(MULTI_SECRET_VECTORS)(
    'verifyWebhook with a list of secrets gives $expected for the test vector: $name',
    ({ bytes, header, secrets, expected }) => {
      const verify = () => verifyWebhook(bytes, header, secrets, { now: NOW });
      expect(findingOf(verify, expected)).toBe(expected);
    },
  );
});

describe('verifyWebhook', () => {
  it('verifyWebhook returns the event with exactly the fields of the contract', () => {
    const event = verifyWebhook(BODY, HEADER, SECRET, { now: NOW });
    const asInTheContract: CallCompleted | undefined = event.event === 'call.completed' ? event : undefined;
    expect(asInTheContract).toEqual(EVENT);
  });

  it('verifyWebhook returns an unknown event with all its fields', () => {
    const fields = { event: 'line.moved', tenantId: 'tn_1', to: { region: 'kr' } };
    const body = JSON.stringify(fields);
    const header = signatureHeader(signingKey(SECRET), body, NOW.getTime());
    expect(verifyWebhook(body, header, SECRET, { now: NOW })).toEqual({ event: 'unknown', name: 'line.moved', fields });
  });

  it.each([
    ['text', BODY],
    ['a Buffer', Buffer.from(BODY)],
    ['a Uint8Array', new TextEncoder().encode(BODY)],
    ['a part of a longer buffer', Buffer.from(`xx${BODY}xx`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(BODY).buffer],
  ])('verifyWebhook accepts the raw body as %s', (_form, body) => {
    expect(verifyAnything(body, HEADER, SECRET)).toEqual(EVENT);
  });

  it('verifyWebhook accepts an array of signature headers, but rejects an empty array and headers with different times', () => {
    const verify = (header: readonly string[]) => () => verifyWebhook(BODY, header, SECRET, { now: NOW });
    const later = signatureHeader(signingKey(SECRET), BODY, NOW.getTime() + 1_000);
    expect([verify([HEADER])(), verify([HEADER, HEADER])()]).toEqual([EVENT, EVENT]);
    expect(rejection(verify([HEADER, later])).code).toBe('SIGNATURE_MALFORMED');
    expect(rejection(() => verifyWebhook(BODY, [], SECRET, { now: NOW })).code).toBe('SIGNATURE_MISSING');
  });

  it('verifyWebhook rejects a malformed signature header with an error that quotes the header', () => {
    const message = (header: string) => rejection(() => verifyWebhook(BODY, header, SECRET, { now: NOW })).message;
    expect(message('t=1,v2=ab')).toMatch(/^The X-Service-Signature header has no v1: "t=1,v2=ab"\./);
    expect(message('nonsense')).toMatch(/header is not of the form t=<unix seconds>,v1=<.*>, got "nonsense"\./);
  });

  it('verifyWebhook uses the tolerance in its options', () => {
    const at = (toleranceSeconds: number, secondsLater: number) => () =>
      verifyWebhook(BODY, HEADER, SECRET, { toleranceSeconds, now: new Date(NOW.getTime() + secondsLater * 1000) });
    expect(at(10, 10)()).toEqual(EVENT);
    expect(rejection(at(10, 11)).code).toBe('TIMESTAMP_TOO_OLD');
    expect(rejection(at(10, -11)).code).toBe('TIMESTAMP_TOO_NEW');
    expect(rejection(at(Number.NaN, 0)).code).toBe('TIMESTAMP_TOO_OLD');
    expect(rejection(at(300, Number.NaN)).code).toBe('TIMESTAMP_TOO_OLD');
  });

  it('verifyWebhook uses the clock of the machine unless its options name a time', () => {
    expect(rejection(() => verifyWebhook(BODY, signatureHeader(signingKey(SECRET), BODY, 0), SECRET)).code).toBe(
      'TIMESTAMP_TOO_OLD',
    );
    expect(verifyWebhook(BODY, signatureHeader(signingKey(SECRET), BODY, Date.now()), SECRET)).toEqual(EVENT);
  });
});

describe('the error message of verifyWebhook', () => {
  const message = (rawBody: unknown, header: unknown, secret: unknown) =>
    rejection(() => verifyAnything(rawBody, header, secret)).message;

  it.each([
    ['a parsed object', EVENT, /^Got a parsed object; pass the raw body as string or bytes.*before the JSON parser/],
    ['a parsed list', [EVENT], /^Got a parsed object; pass the raw body/],
    ['an unread body', undefined, /^Got undefined; .*express\.raw/],
    ['a fetch request', new Request('https://example.com'), /^Got a whole request; .*await request\.text\(\)/],
    ['a request of Node', new IncomingMessage(new Socket()), /^Got a whole request; /],
    ['a number', 5, /^Got a number; /],
    ['a map', new Map(), /^Got a Map; /],
  ])('the error message of verifyWebhook says that the body is not raw: %s', (_what, body, sentence) => {
    expect(message(body, HEADER, SECRET)).toMatch(sentence);
  });

  it.each([
    ['no variable', undefined, /^The signing secret is undefined: is the environment variable set\?/],
    ['an empty variable', '', /^The signing secret is empty: is the environment variable set\?/],
    ['a number', 7, /^The signing secret must be a string, got number/],
    ['a set', new Set([SECRET]), /^The signing secret must be a string, got object/],
    ['a stray line feed', `${SECRET}\n`, /^The signing secret has white space around it: remove the white space/],
    ['an API key', `svc_partner_${'0'.repeat(64)}`, /^The signing secret is an API key: /],
    ['a key of another kind', 'sk_live_abcdefgh', /^The signing secret must begin with whsec_/],
    ['the hint', 'ab12', /^The signing secret has only 4 characters: is it the hint\?/],
    [
      'two secrets in one text',
      `${SECRET},${SECRET}`,
      /^The signing secret contains a comma: pass each secret by itself/,
    ],
    [
      "another service's secret",
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      /^The signing secret must be pairs of hexadecimal digits after whsec_/,
    ],
  ])(
    'the error message of verifyWebhook says where to find the right secret if the secret is malformed: %s',
    (_what, secret, sentence) => {
      expect(message(BODY, HEADER, secret)).toMatch(sentence);
      expect(message(BODY, HEADER, secret)).toMatch(/Take signingSecret from the response of PUT \/v1\/webhooks\.$/);
    },
  );

  it.each([
    ['the list is empty', [], /^The list of signing secrets is empty\. Take signingSecret from/],
    ['the only one is not set', [undefined], /^The signing secret is undefined: is the environment variable set\?/],
    ['the first is an API key', [`svc_partner_${'0'.repeat(64)}`, SECRET], /^Signing secret 1 of 2 is an API key/],
    ['the second was cut off', [SECRET, SECRET.slice(0, -1)], /^Signing secret 2 of 2 must be pairs of hexadecimal/],
    ['the third has white space', [SECRET, SECRET, ` ${SECRET}`], /^Signing secret 3 of 3 has white space around it/],
    ['there is a stray comma', `${SECRET},`.split(','), /^Signing secret 2 of 2 is empty: .* stray comma in it\?/],
    ['one is not set', [SECRET, undefined], /^Signing secret 2 of 2 is undefined/],
  ])('the error message of verifyWebhook says which secret of a list is malformed: %s', (_what, secrets, sentence) => {
    expect(message(BODY, HEADER, secrets)).toMatch(sentence);
  });

  it.each([
    ['is missing', undefined, /^The X-Service-Signature header is missing: .*let proxies forward X-Service-\*/],
    ['is missing in fetch', null, /^The X-Service-Signature header is missing/],
    ['has another form', 'v1,abc', /form t=<unix seconds>,v1=<64 hexadecimal digits>, got "v1,abc"/],
    ['contains control characters', 't=1\u001b[2J', /got "t=1\?\[2J"/],
    ['is very long', 'x'.repeat(5_000), /got "x{100}…"\./],
  ])('the error message of verifyWebhook explains a signature header that %s', (_what, header, sentence) => {
    expect(message(BODY, header, SECRET)).toMatch(sentence);
  });

  it('the error message of verifyWebhook names the possible causes if the signature does not match', () => {
    const changed = message(`${BODY} `, HEADER, SECRET);
    expect(changed).toMatch(/yours ends in ab12; compare signingSecretHint of GET \/v1\/webhooks/);
    expect(changed).toMatch(/the body, \d+ bytes here, is not exactly as received/);
    expect(message('', HEADER, SECRET)).toMatch(/the body is empty, because something has already read it/);
    const others = [`whsec_${'00'.repeat(32)}`, `whsec_${'cd'.repeat(32)}`];
    expect(message(BODY, HEADER, others)).toMatch(
      /none of your 2 secrets is the right one \(they end in 0000, cdcd; compare signingSecretHint/,
    );
  });

  it('the error message of verifyWebhook states the age of a signature that is too old or too new', () => {
    const signedAt = (secondsFromNow: number) =>
      message(BODY, signatureHeader(signingKey(SECRET), BODY, NOW.getTime() + secondsFromNow * 1000), SECRET);
    expect(signedAt(-400)).toMatch(/made 400 s ago, more than the 300 s allowed\. It is a replay, or .* clock/);
    expect(signedAt(400)).toMatch(/made 400 s ahead of this clock.*NTP/);
  });

  it.each([
    ['one secret', SECRET],
    ['one of two secrets', [SECRET, SECRET]],
  ])('an error message of verifyWebhook contains no more of %s than the last four characters', (_what, secret) => {
    const key = SECRET.slice('whsec_'.length, -4);
    for (const { bytes, header } of VECTORS) {
      expect(rejection(() => verifyAnything(bytes, header, secret)).message).not.toContain(key.slice(0, 4));
    }
  });

  const malformed = ['', ' ', SECRET.slice('whsec_'.length), SECRET.slice(0, -1), ` ${SECRET}`, `${SECRET},${SECRET}`];
  it.each(malformed.flatMap((one) => [{ secret: one }, { secret: [one] }, { secret: [SECRET, one] }]))(
    'the error message of verifyWebhook contains no part of a malformed secret (case %#)',
    ({ secret }) => {
      expect(message(BODY, HEADER, secret)).not.toMatch(/5e|ab12/);
    },
  );
});

describe('the httpStatus in an error of verifyWebhook', () => {
  const statusOf = (expected: string) => {
    const vector = VECTORS.find((one) => one.expected === expected);
    if (!vector) throw new Error(`No vector of ${expected}`);
    return rejection(() => verifyAnything(vector.bytes, vector.header, vector.secret)).httpStatus;
  };

  it.each([['SIGNATURE_MISSING'], ['SIGNATURE_MALFORMED'], ['EVENT_MALFORMED']])(
    'httpStatus is 400 for a request that the service never sends: %s',
    (code) => {
      expect(statusOf(code)).toBe(400);
    },
  );

  it.each([['SIGNATURE_MISMATCH'], ['TIMESTAMP_TOO_OLD'], ['TIMESTAMP_TOO_NEW'], ['SECRET_INVALID']])(
    'httpStatus is 500 or more if the receiver may be at fault: %s',
    (code) => {
      expect(statusOf(code)).toBeGreaterThanOrEqual(500);
    },
  );

  it('httpStatus is 500 if the body was parsed before the check', () => {
    expect(rejection(() => verifyAnything(EVENT, HEADER, SECRET)).httpStatus).toBe(500);
  });
});
