import type { KeyObject } from 'node:crypto';
import { eventHeaders } from '../../shared/contract/call-completed.ts';
import { callCompletedBody } from '../../shared/domain/calls/call-completed.ts';
import { isSlow } from '../../shared/domain/deliveries/lane.ts';
import { judge, type Outcome, outcomeClass } from '../../shared/domain/deliveries/retry-policy.ts';
import { signatureHeader } from '../../shared/domain/webhooks/signature.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { DeliveryContext } from '../../shared/store/deliveries/context.ts';
import type { Ending } from '../../shared/store/deliveries/deliveries.ts';
import type { Claimed } from './claim.ts';
import { countAttempt, countSettled } from './counting.ts';
import type { Deps, Onward } from './deps.ts';

/** All that a request needs, found before the claim: a fault of ours costs no attempt. */
export interface PreparedRequest {
  readonly url: URL;
  readonly key: KeyObject;
  readonly body: string;
}

export async function prepareRequest(
  { signingKey }: Deps,
  partnerId: string,
  { call, secret }: DeliveryContext,
  url: string,
): Promise<PreparedRequest> {
  if (!call) throw new Error('A delivery has no call');
  if (!secret) throw new Error('A partner has no signing secret');
  const key = await signingKey(partnerId, secret.ciphertext);
  return { url: new URL(url), key, body: callCompletedBody(call) };
}

/** One claimed attempt: one request, its outcome written down, and after that the timer of the next attempt. */
export async function attempt(
  deps: Deps,
  { row: claimed, token }: Claimed,
  { url, key, body }: PreparedRequest,
  { lane, hops }: Onward,
): Promise<void> {
  const { callId, tenantId, partnerId, attempts } = claimed;
  const atMs = deps.nowMs();
  const outcome = await deps.send({ url, body, headers: eventHeaders(callId, signatureHeader(key, body, atMs)) });
  const endedAtMs = deps.nowMs();

  const ending = endingOf(outcome, attempts, endedAtMs, deps.timing.retryBaseMs);
  const report = { outcome: outcomeClass(outcome), durationMs: Math.max(0, endedAtMs - atMs), ...nextOf(ending) };
  countAttempt(deps.meter, claimed, { outcome, ending, endedAtMs });
  const change = await deps.deliveries.settle(claimed, token, ending, { atMs, ...report });
  const { status } = ending;
  const isLate = change.kind === 'refused';
  if (!isLate) countSettled(deps.meter, ending);
  deps.logger.info(LOG_MESSAGES.deliveryAttempted, {
    ...{ callId, partnerId, tenantId, attempt: attempts, status, isLate },
    ...report,
  });

  const wasSlow = isSlow(outcome, report.durationMs);
  if (wasSlow) await deps.lanes.markSlow(partnerId, endedAtMs);
  const row = isLate ? change.found : change.row;
  if (row?.status !== 'pending') return;
  await deps.wakeUps.send({
    delivery: row,
    lane: wasSlow ? 'slow' : lane,
    hops,
    delayMs: row.nextAttemptAtMs - deps.nowMs(),
  });
}

/** The wait begins when the attempt has ended: the receiver never sees two requests closer together than it. */
function endingOf(outcome: Outcome, attempts: number, endedAtMs: number, retryBaseMs: number): Ending {
  const verdict = judge(outcome, attempts, retryBaseMs);
  if (verdict.status !== 'pending') return verdict;
  return { status: 'pending', nextAttemptAtMs: endedAtMs + verdict.waitMs };
}

const nextOf = (ending: Ending) => (ending.status === 'pending' ? { nextAttemptAtMs: ending.nextAttemptAtMs } : {});
