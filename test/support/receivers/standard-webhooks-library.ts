import { Webhook } from 'standardwebhooks';

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
