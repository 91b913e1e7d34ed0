import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older or a future signature is a replay. Contract, "Signature verification". */
const TOLERANCE_SECONDS = 300;
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export type Verdict = 'verified' | 'malformed' | 'stale' | 'forged';

/** Whether the body, exactly as it came, was signed with the secret just now. */
export function verify(
  request: { readonly header: string; readonly body: Buffer },
  secret: string,
  nowMs: number,
): Verdict {
  const [, timestamp, signature] = HEADER.exec(request.header) ?? [];
  if (timestamp === undefined || signature === undefined) return 'malformed';

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(request.body).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'forged';
  return Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS ? 'stale' : 'verified';
}
