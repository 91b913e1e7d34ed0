import { createHmac } from 'node:crypto';

/** The contract's recipe for receivers, written independently of the sender. The age of the signature is not looked at. */
export function isSignedWith(signingSecret: string, header: string | undefined, body: string | undefined): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'hex');
  return t !== undefined && v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}
