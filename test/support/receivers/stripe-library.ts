import Stripe from 'stripe';

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
