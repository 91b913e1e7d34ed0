import { waitAfter } from '../../../../shared/domain/deliveries/backoff.ts';
import { hasDelivered } from '../../../../shared/domain/deliveries/logged-outcome.ts';
import { FIRST_WAIT_MS, MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/numbers.ts';
import type { Attempt, ShownDelivery } from '../../protocol/values.ts';

/** An attempt of the current round. */
export interface Mark {
  /** 1 is the first attempt of the round. */
  readonly nth: number;
  readonly atMs: number;
  /**
   * - `success` and `failure`: it has reported this.
   * - `running`: it has not reported yet, and its lease runs.
   * - `silent`: its lease has ended, and it never reported.
   * - `due`: it comes next.
   * - `planned`: it comes later, if all before it fail.
   */
  readonly kind: 'success' | 'failure' | 'running' | 'silent' | 'due' | 'planned';
  /** What it has reported. */
  readonly attempt?: Attempt;
}

/** The current round of a delivery, to its last possible attempt. */
interface Life {
  readonly marks: readonly Mark[];
}

const FIRST_ROUND = 1;

export function lifeOf(delivery: ShownDelivery, nowMs: number): Life {
  const logged = currentRound(delivery);
  // A minute on AWS. A local service may have another first wait.
  const baseMs = baseOf(logged) ?? baseOf(delivery.log) ?? FIRST_WAIT_MS;
  const reported = logged.map((attempt, at) => reportedMark(attempt, at + 1));
  return { marks: [...reported, ...silentMarks(delivery, reported, nowMs), ...comingMarks(delivery, baseMs)] };
}

/** Returns the attempts of the current round, oldest first. */
export const currentRound = ({ log, series }: ShownDelivery) =>
  log.filter((attempt) => (attempt.series ?? FIRST_ROUND) === series);

const reportedMark = (attempt: Attempt, nth: number): Mark => ({
  nth,
  atMs: Date.parse(attempt.at),
  kind: hasDelivered(attempt) ? 'success' : 'failure',
  attempt,
});

/** The last claimed attempt, if it has not reported. */
function silentMarks(delivery: ShownDelivery, reported: readonly Mark[], nowMs: number): Mark[] {
  const { status, attempts, leaseUntil, nextAttemptAt } = delivery;
  if (status !== 'pending' || attempts <= reported.length) return [];
  const isRunning = leaseUntil !== null && Date.parse(leaseUntil) > nowMs;
  const lastMs = reported.at(-1)?.atMs ?? Date.parse(delivery.recordedAt);
  // The time of the claim is not stored. It lies between the attempt before and the lease's end.
  const latestMs = Math.min(nowMs, Date.parse(leaseUntil ?? nextAttemptAt ?? delivery.recordedAt));
  return [{ nth: attempts, atMs: Math.max(lastMs, latestMs), kind: isRunning ? 'running' : 'silent' }];
}

/** The next attempt, and those that follow if each of them fails at once. */
function comingMarks({ status, attempts, nextAttemptAt }: ShownDelivery, baseMs: number): Mark[] {
  if (status !== 'pending' || nextAttemptAt === null || attempts >= MAX_ATTEMPTS) return [];
  const marks: Mark[] = [];
  let atMs = Date.parse(nextAttemptAt);
  for (let nth = attempts + 1; nth <= MAX_ATTEMPTS; nth += 1) {
    marks.push({ nth, atMs, kind: marks.length === 0 ? 'due' : 'planned' });
    atMs += waitAfter(nth, baseMs);
  }
  return marks;
}

/** Takes the first wait from the first attempt, if its wait is known. */
function baseOf([first]: readonly Attempt[]): number | undefined {
  if (first === undefined || first.nextAttemptAt === null) return undefined;
  return Math.max(1, Date.parse(first.nextAttemptAt) - Date.parse(first.at) - first.durationMs);
}
