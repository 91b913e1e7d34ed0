import { timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.ts';
import { parseEvent, type WebhookEvent } from './event.ts';
import { bytesOf, type RawBody } from './raw-body.ts';
import { hintsOf, keysOf, type SigningSecret } from './secret.ts';
import { REPLAY_WINDOW_MINUTES } from './service-rules.ts';
import { digestOf, type HeaderValue, parseSignature } from './signature.ts';

export interface VerifyOptions {
  /** By how many seconds `t` can differ from `now`. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time with which `t` is compared. Default: the current time. Set it in tests, or to verify stored requests. */
  readonly now?: Date;
}

/**
 * Returns the event of a genuine delivery, as an `UnknownEvent` if this version does not know the event. Otherwise,
 * throws a WebhookVerificationError.
 * @param rawBody the body of the request exactly as received, as string or bytes: not parsed
 * @param signatureHeader the value of X-Service-Signature
 * @param secret the signingSecret from the response of PUT /v1/webhooks: `whsec_` and hexadecimal digits. While you
 * rotate the secret, pass the old and the new secret as a list: a delivery that is signed with either one is genuine
 */
export function verifyWebhook(
  rawBody: RawBody,
  signatureHeader: HeaderValue,
  secret: SigningSecret | undefined,
  { toleranceSeconds = REPLAY_WINDOW_MINUTES * 60, now = new Date() }: VerifyOptions = {},
): WebhookEvent {
  const keys = keysOf(secret);
  const body = bytesOf(rawBody);
  const { t, digests } = parseSignature(signatureHeader);

  const isSignedWith = (key: Uint8Array) => {
    const expected = digestOf(key, t, body);
    return digests.some((digest) => timingSafeEqual(expected, digest));
  };
  if (!keys.some(isSignedWith)) throw mismatchError(body, hintsOf(secret));
  rejectTimeOutsideTolerance(now.getTime() / 1000 - Number(t), toleranceSeconds);
  return parseEvent(body);
}

function mismatchError({ length }: Uint8Array, hints: readonly string[]) {
  const aboutSecrets =
    hints.length === 1
      ? `the secret is a different one (yours ends in ${hints[0]}`
      : `none of your ${hints.length} secrets is the right one (they end in ${hints.join(', ')}`;
  const aboutBody =
    length === 0
      ? 'the body is empty, because something has already read it: verify before any body parser'
      : `the body, ${length} bytes here, is not exactly as received: pass it before anything parses, trims or re-encodes it`;
  return new WebhookVerificationError(
    'SIGNATURE_MISMATCH',
    `The signature does not match. Either ${aboutSecrets}; compare signingSecretHint of GET /v1/webhooks), or ${aboutBody}.`,
  );
}

/** Throws unless the age is within the tolerance. Also throws if the age or the tolerance is NaN. */
function rejectTimeOutsideTolerance(ageSeconds: number, toleranceSeconds: number): void {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const off = `${Math.round(Math.abs(ageSeconds))} s`;
  const allowed = `more than the ${toleranceSeconds} s allowed`;
  throw ageSeconds < 0
    ? new WebhookVerificationError(
        'TIMESTAMP_TOO_NEW',
        `The signature matches but was made ${off} ahead of this clock, ${allowed}. Synchronize this machine's clock by NTP.`,
      )
    : new WebhookVerificationError(
        'TIMESTAMP_TOO_OLD',
        `The signature matches but was made ${off} ago, ${allowed}. It is a replay, or this machine's clock is fast, or the request waited in a queue: verify on arrival, and synchronize the clock by NTP.`,
      );
}
