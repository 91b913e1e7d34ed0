import { CALL_COMPLETED, EVENT_HEADERS } from '../../shared/contract/call-completed.ts';
import type { Send } from '../../shared/delivery/sender.ts';
import { callCompletedBody } from '../../shared/domain/call-completed.ts';
import { signatureHeader, signingKey } from '../../shared/domain/signature.ts';
import type { SendFlags } from './flags.ts';
import { isAsItShould, outcomeReport } from './report.ts';

interface Deps {
  readonly send: Send;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
}

const STALE_MS = 600_000;

/** Sends the sample as often as asked, one after the other. True when the receiver did each time what it should. */
export async function sendSample(flags: SendFlags, { send, print, nowMs }: Deps): Promise<boolean> {
  const { url, secret, callId, tenantId, summary, times, stale, tampered } = flags;
  const signed = callCompletedBody({
    ...{ tenantId, callId, summary },
    storedAtMs: nowMs(),
    resolution: 'Booked',
    callType: 'phone',
  });
  const body = tampered ? signed.replace(/true}$/, 'false}') : signed;
  const key = signingKey(secret.toLowerCase());
  let allWell = true;
  for (let nth = 1; nth <= times; nth += 1) {
    const atMs = nowMs();
    const signature = signatureHeader(key, signed, stale ? atMs - STALE_MS : atMs);
    const outcome = await send({ url, headers: headersOf(callId, signature), body });
    print(outcomeReport({ callId, nth, outcome, tookMs: nowMs() - atMs }, flags));
    allWell &&= isAsItShould(outcome, flags);
  }
  return allWell;
}

const headersOf = (callId: string, signature: string) => ({
  'content-type': 'application/json',
  [EVENT_HEADERS.event]: CALL_COMPLETED,
  [EVENT_HEADERS.delivery]: callId,
  [EVENT_HEADERS.signature]: signature,
});
