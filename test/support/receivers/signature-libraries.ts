import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

/** A delivery with the headers of Standard Webhooks. Other headers do not matter. */
export interface StandardRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Verifies a delivery with the public library of Standard Webhooks, which is independent of our code. It gets the
 * secret as partners get it. The library reads the clock itself, so the clock is set to `nowMs` in the meantime. Throws
 * unless the delivery is genuine.
 */
export function verifyWithStandardWebhooks(
  { body, headers }: StandardRequest,
  signingSecret: string,
  nowMs = Date.now(),
): unknown {
  const { now } = Date;
  Date.now = () => nowMs;
  try {
    return new Webhook(signingSecret).verify(body, headers);
  } finally {
    Date.now = now;
  }
}

/**
 * Checks a signature with Stripe's public library, which is independent of our code. The signature has the same format,
 * but Stripe uses the characters of a secret as the key, while we decode them from hex. Throws unless the body was just
 * signed with the secret.
 */
export function verifyWithStripe(body: string | Buffer, header: string, signingSecret: string): unknown {
  const key = Buffer.from(signingSecret.slice('whsec_'.length), 'hex');
  // @ts-expect-error The type is text, but the library passes the key to createHmac unchanged.
  return Stripe.webhooks.constructEvent(body, header, key);
}
