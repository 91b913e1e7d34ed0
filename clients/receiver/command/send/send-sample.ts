import { eventBody, eventHeaders } from '../http/event.ts';
import type { SendOnce } from '../http/exchange.ts';
import { isExpectedOutcome, outcomeReport } from './report.ts';
import { STALE_MINUTES } from './stale-signature.ts';

export interface SendDeps {
  readonly send: SendOnce;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
}

export interface Sample {
  readonly url: URL;
  readonly secret: string;
  readonly callId: string;
  readonly tenantId: string;
  readonly summary: string;
  readonly times: number;
  readonly stale: boolean;
  readonly tampered: boolean;
}

const GENUINE = { stale: false, tampered: false } as const;

/**
 * Sends the sample `times` times, one request after the other. If the receiver must reject the sample, first sends a
 * genuine sample, because a receiver that rejects everything would pass otherwise. Returns whether all responses were
 * correct.
 */
export async function sendSample(flags: Sample, { send, print, nowMs }: SendDeps): Promise<boolean> {
  const { url, secret, callId, tenantId, summary, times, stale, tampered } = flags;
  const occurredAt = new Date(nowMs()).toISOString();
  const genuine = eventBody({ tenantId, callId, occurredAt, summary, resolution: 'Booked', recordingAvailable: true });
  const asked = Array.from({ length: times }, () => ({ stale, tampered }));
  const course = stale || tampered ? [GENUINE, ...asked] : asked;
  let allWell = true;
  for (const [index, sample] of course.entries()) {
    const atMs = nowMs();
    const now = new Date(sample.stale ? atMs - STALE_MINUTES * 60_000 : atMs);
    const headers = eventHeaders(callId, genuine, { secret, now });
    const body = sample.tampered ? genuine.replace(/true}$/, 'false}') : genuine;
    const outcome = await send({ url, headers, body: Buffer.from(body) });
    print(outcomeReport({ title: `${callId}, request ${index + 1}`, outcome, tookMs: nowMs() - atMs }, sample));
    allWell &&= isExpectedOutcome(outcome, sample);
  }
  return allWell;
}
