import { createHmac } from 'node:crypto';

/** A signing secret for tests in which any will do. */
export const SECRET = `whsec_${'5e'.repeat(32)}`;

/** Checks a signature by the contract's steps for receivers, independently of the sender. Its age is not checked. */
export function isSignedWith(signingSecret: string, header: string | undefined, body: string | undefined): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'hex');
  return t !== undefined && v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}

interface Attempt {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reports whether the contract's signature and that of Standard Webhooks were made with this secret. */
export const isWhollySignedWith = (signingSecret: string, { headers, body }: Attempt): boolean =>
  isSignedWith(signingSecret, headers['X-Service-Signature'], body) && isStandardWith(signingSecret, { headers, body });

/** Reports whether an attempt was signed with this secret. An earlier version may sign only once. */
export const isSignedAsSent = (signingSecret: string, attempt: Attempt): boolean =>
  'webhook-signature' in attempt.headers
    ? isWhollySignedWith(signingSecret, attempt)
    : isSignedWith(signingSecret, attempt.headers['X-Service-Signature'], attempt.body);

/** Follows the steps of Standard Webhooks for receivers, independently of the sender. Ignores the age. */
function isStandardWith(signingSecret: string, { headers, body }: Attempt): boolean {
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
