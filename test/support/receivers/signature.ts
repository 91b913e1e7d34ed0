import { createHmac } from 'node:crypto';

/** Follows the contract's steps for receivers, independently of the sender. Does not check the age of the signature. */
export function isSignedWith(signingSecret: string, header: string | undefined, body: string | undefined): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'hex');
  return t !== undefined && v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
}
