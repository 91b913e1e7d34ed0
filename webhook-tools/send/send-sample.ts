import { eventHeaders } from '../../shared/contract/calls/call-completed.ts';
import type { Send } from '../../shared/delivery/sender.ts';
import { callCompletedBody } from '../../shared/domain/calls/call-completed.ts';
import { signatureHeader, signingKey } from '../../shared/domain/webhooks/signature.ts';
import type { SendFlags } from './flags.ts';
import { isAsItShould, outcomeReport } from './report.ts';

interface Deps {
  readonly send: Send;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
}

const STALE_MS = 600_000;

const GENUINE = { stale: false, tampered: false } as const;

/**
 * Sends the sample as often as asked, one after the other. Before a sample that the receiver must reject, this function
 * sends a genuine sample: a receiver that rejects everything has verified nothing. Returns whether the receiver always
 * did what it should.
 */
export async function sendSample(flags: SendFlags, { send, print, nowMs }: Deps): Promise<boolean> {
  const { url, secret, callId, tenantId, summary, times, stale, tampered } = flags;
  const genuine = callCompletedBody({
    ...{ tenantId, callId, summary },
    storedAtMs: nowMs(),
    resolution: 'Booked',
    callType: 'phone',
  });
  const key = signingKey(secret.toLowerCase());
  const asked = Array.from({ length: times }, () => ({ stale, tampered }));
  const course = stale || tampered ? [GENUINE, ...asked] : asked;
  let allWell = true;
  for (const [index, sample] of course.entries()) {
    const atMs = nowMs();
    const signature = signatureHeader(key, genuine, sample.stale ? atMs - STALE_MS : atMs);
    const body = sample.tampered ? genuine.replace(/true}$/, 'false}') : genuine;
    const outcome = await send({ url, headers: eventHeaders(callId, signature), body });
    print(outcomeReport({ callId, nth: index + 1, outcome, tookMs: nowMs() - atMs }, sample));
    allWell &&= isAsItShould(outcome, sample);
  }
  return allWell;
}
