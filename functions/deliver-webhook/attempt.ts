import { callCompletedBody } from '../../shared/domain/calls/call-completed.ts';
import { loggedText } from '../../shared/domain/deliveries/attempt-log.ts';
import { laneAfter, laterLane } from '../../shared/domain/deliveries/lane.ts';
import { decisionAfter, type Outcome } from '../../shared/domain/deliveries/retry-policy.ts';
import type { SigningKey } from '../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../shared/domain/webhooks/standard-webhooks.ts';
import type { Ending } from '../../shared/store/deliveries/deliveries.ts';
import type { DeliveryContext } from '../../shared/store/deliveries/delivery-contexts.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Claimed } from './claim.ts';
import type { Deps, Onward } from './deps.ts';
import { type Attempted, countAttempt, reportAttempt } from './reporting.ts';

/**
 * What a request to a receiver needs. It is prepared before the claim, so that a fault in the preparation costs no
 * attempt.
 */
export interface PreparedRequest {
  readonly url: URL;
  readonly key: SigningKey;
  readonly body: string;
}

/** A fault in what we stored for a delivery, or in decrypting its secret. Retries fail until the fault ends. */
export class PreparationFault extends Error {
  override readonly name = 'PreparationFault';
}

/** Runs a step that prepares a request. Throws a `PreparationFault` in place of the step's error. */
export async function runPreparationStep<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    throw new PreparationFault('A request could not be prepared', { cause });
  }
}

/** Prepares the request. Throws if the call or the secret is missing, or the secret cannot be decrypted. */
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

/**
 * Makes one claimed attempt: sends the request, writes its result to the row, and schedules the next attempt, if
 * another follows. `watch` starts to watch how long the request takes, and returns the function that stops the watch.
 */
export async function makeAttempt(
  deps: Deps,
  claim: Claimed,
  request: PreparedRequest,
  { lane, hops }: Onward,
  watch: () => () => Promise<void>,
): Promise<Attempted> {
  const { row: claimed, token } = claim;
  const endWatch = watch();
  const made = await sendOnce(deps, claimed, request);
  await endWatch();
  countAttempt(deps.meter, claimed, made);
  const change = await deps.deliveries.writeResult(claimed, token, made.ending, made.entry);
  reportAttempt(deps, claim, made, change);
  const row = change.kind === 'written' ? change.row : change.found;
  if (row?.status !== 'pending') return made;
  const delayMs = row.nextAttemptAtMs - deps.nowMs();
  await deps.wakeUps.send({ delivery: row, lane: laterLane(lane, laneAfter(made.entry.durationMs)), hops, delayMs });
  return made;
}

/** Sends the one request that the claim permits, and decides what its outcome means. */
async function sendOnce(
  { send, timing, nowMs, signingNowMs }: Deps,
  { callId, attempts }: DeliveryItem,
  { url, key, body }: PreparedRequest,
): Promise<Attempted> {
  const atMs = nowMs();
  const headers = deliveryHeaders(key, { callId, body }, signingNowMs());
  const outcome = await send({ url, body, headers });
  const endedAtMs = nowMs();
  const ending = resultOfAttempt(outcome, attempts, endedAtMs, timing.retryBaseMs);
  const next = ending.status === 'pending' ? { nextAttemptAtMs: ending.nextAttemptAtMs } : {};
  const entry = { atMs, outcome: loggedText(outcome), durationMs: Math.max(0, endedAtMs - atMs), ...next };
  return { outcome, ending, endedAtMs, entry };
}

/**
 * Returns the status of the delivery after the attempt. The wait for the next attempt begins at the end of this one, so
 * that the time until the next request is never shorter than the backoff.
 */
function resultOfAttempt(outcome: Outcome, attempts: number, endedAtMs: number, retryBaseMs: number): Ending {
  const next = decisionAfter(outcome, attempts, retryBaseMs);
  if (next.status !== 'pending') return next;
  return { status: 'pending', nextAttemptAtMs: endedAtMs + next.waitMs };
}
