import { createHmac } from 'node:crypto';
import { callCompletedBody } from '../../shared/domain/calls/call-completed.ts';
import { REPLAY_WINDOW_MINUTES, signatureHeader, signingKey } from '../../shared/domain/webhooks/signature.ts';

/** 2027-01-15T08:00:00Z */
export const NOW_UNIX_SECONDS = 1_800_000_000;
/** A signature of this age is still genuine. One second later, it is too old. */
export const OLDEST_SECONDS = REPLAY_WINDOW_MINUTES * 60;
export const TOO_OLD_SECONDS = OLDEST_SECONDS + 1;

export const SECRET = `whsec_${'0123456789abcdef'.repeat(4)}`;
export const OTHER_SECRET = `whsec_${'fedcba9876543210'.repeat(4)}`;
export const THIRD_SECRET = `whsec_${'00112233445566778899aabbccddeeff'.repeat(2)}`;

/** Returns the body of a delivery, as the service writes it. */
export const bodyWithSummary = (summary: string) =>
  callCompletedBody({
    tenantId: 'tn_01k4vectors',
    callId: 'call_01k4vectors',
    storedAtMs: NOW_UNIX_SECONDS * 1000,
    summary,
    resolution: 'Booked',
    callType: 'phone',
  });

export const PLAIN = bodyWithSummary('Wants a table for two at eight.');

/** Returns the service's signature header for this body, signed `agedSeconds` before `NOW_UNIX_SECONDS`. */
export const sign = (body: string, agedSeconds = 0, secret = SECRET) =>
  signatureHeader(signingKey(secret), body, (NOW_UNIX_SECONDS - agedSeconds) * 1000);

/** Returns a signature header with a typical mistake: an HMAC of other bytes, or with another key. */
export const wrongHeader = (content: string, key: string | Buffer) =>
  `t=${NOW_UNIX_SECONDS},v1=${createHmac('sha256', key).update(content).digest('hex')}`;

/** Returns the digest in a signature header, in hexadecimal. */
export const digestOf = (header: string) => header.slice(header.indexOf('v1=') + 'v1='.length);
