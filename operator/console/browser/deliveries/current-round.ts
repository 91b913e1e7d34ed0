import { hasDelivered } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { FIRST_WAIT_MS, waitAfterMs } from '../../../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { Attempt, ShownDelivery } from '../../protocol/command-values.ts';

/** One attempt of the current round, as the page shows it. */
export interface RoundAttempt {
  /** The number of the attempt in its round, from 1. */
  readonly nth: number;
  readonly atMs: number;
  /**
   * - `success` and `failure`: the attempt has reported this result.
   * - `running`: the attempt has not reported yet, and its lease has not ended.
   * - `silent`: the lease of the attempt has ended, and the attempt has not reported.
   * - `due`: the attempt is the next one.
   * - `planned`: the attempt follows if all earlier attempts fail.
   */
  readonly kind: 'success' | 'failure' | 'running' | 'silent' | 'due' | 'planned';
  /** The result of the attempt, if `kind` is `success` or `failure`. */
  readonly attempt?: Attempt;
}

const FIRST_ROUND = 1;

/** Returns all attempts that the current round can have: past, running and planned. */
export function roundOf(delivery: ShownDelivery, nowMs: number): RoundAttempt[] {
  const logged = currentRound(delivery);
  // A local service can have another first wait than `FIRST_WAIT_MS`.
  const baseMs = firstWaitOf(logged) ?? firstWaitOf(delivery.log) ?? FIRST_WAIT_MS;
  const reported = logged.map((attempt, at) => reportedAttempt(attempt, at + 1));
  return [...reported, ...unreportedAttempt(delivery, reported, nowMs), ...nextAttempts(delivery, baseMs, nowMs)];
}

/** Returns the reported attempts of the current round, oldest first. */
export const currentRound = ({ log, series }: ShownDelivery) =>
  log.filter((attempt) => (attempt.series ?? FIRST_ROUND) === series);

const reportedAttempt = (attempt: Attempt, nth: number): RoundAttempt => ({
  nth,
  atMs: Date.parse(attempt.at),
  kind: hasDelivered(attempt) ? 'success' : 'failure',
  attempt,
});

/** Returns the last claimed attempt, if it has not reported a result. */
function unreportedAttempt(delivery: ShownDelivery, reported: readonly RoundAttempt[], nowMs: number): RoundAttempt[] {
  const { status, attempts, leaseUntil, nextAttemptAt } = delivery;
  if (status !== 'pending' || attempts <= reported.length) return [];
  const isRunning = leaseUntil !== null && Date.parse(leaseUntil) > nowMs;
  const lastMs = reported.at(-1)?.atMs ?? Date.parse(delivery.recordedAt);
  // The time of the claim is not stored. It is between the previous attempt and the end of the lease.
  const latestMs = Math.min(nowMs, Date.parse(leaseUntil ?? nextAttemptAt ?? delivery.recordedAt));
  return [{ nth: attempts, atMs: Math.max(lastMs, latestMs), kind: isRunning ? 'running' : 'silent' }];
}

/** Returns the next attempt and the planned attempts, at the times that result if each attempt fails at once. */
function nextAttempts(
  { status, attempts, nextAttemptAt }: ShownDelivery,
  baseMs: number,
  nowMs: number,
): RoundAttempt[] {
  if (status !== 'pending' || nextAttemptAt === null || attempts >= MAX_ATTEMPTS) return [];
  const next: RoundAttempt[] = [];
  let atMs = Date.parse(nextAttemptAt);
  for (let nth = attempts + 1; nth <= MAX_ATTEMPTS; nth += 1) {
    next.push({ nth, atMs, kind: next.length === 0 ? 'due' : 'planned' });
    // An overdue attempt is made now at the earliest.
    atMs = Math.max(atMs, nowMs) + waitAfterMs(nth, baseMs);
  }
  return next;
}

/** Returns the wait after the first attempt. Undefined if there is no attempt, or no other attempt follows. */
function firstWaitOf([first]: readonly Attempt[]): number | undefined {
  if (first === undefined || first.nextAttemptAt === null) return undefined;
  return Math.max(1, Date.parse(first.nextAttemptAt) - Date.parse(first.at) - first.durationMs);
}
