import Stripe from 'stripe';

/**
 * Stripe's public library as an independent judge: its signatures have the same form, but it takes the characters of a
 * secret for the key, where ours is decoded first. Throws unless the body was signed with the secret just now.
 */
export function verifyWithStripe(body: string | Buffer, header: string, signingSecret: string): unknown {
  const key = Buffer.from(signingSecret.slice('whsec_'.length), 'hex');
  // @ts-expect-error Typed as text, yet handed to createHmac as it is.
  return Stripe.webhooks.constructEvent(body, header, key);
}
