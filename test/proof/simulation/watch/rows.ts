import { isExpired } from '../../../../shared/domain/calls/expiry.ts';
import { LOG_LIMIT, loggedText } from '../../../../shared/domain/deliveries/attempt-log.ts';
import { waitAfterMs } from '../../../../shared/domain/deliveries/backoff.ts';
import type { Timing } from '../../../../shared/domain/deliveries/lease.ts';
import { decisionAfter, MAX_ATTEMPTS, type Outcome } from '../../../../shared/domain/deliveries/retry-policy.ts';
import { allows, TRANSITIONS, type TransitionName } from '../../../shared/store/deliveries/life-of-a-row.ts';
import { CLOCK_ERROR_MS } from '../nature/environment.ts';
import { LEASE_MS } from '../setting.ts';
import type { Ledger } from './ledger.ts';
import {
  type ChangeName,
  isIndexedRight,
  isUndeliveredRight,
  nameOf,
  type StoredRow,
  writtenBeside,
} from './row-changes.ts';

interface Deps {
  /** Whether some changes come from the version of an earlier release. */
  readonly isMixed?: boolean;
  readonly ledger: Ledger;
  readonly timing: Timing;
  readonly nowMs: () => number;
}

type Look = (before: StoredRow, after: StoredRow) => string;

/**
 * Returns a function that checks and describes every change of every row. The table of transitions must contain the
 * change, the function must be permitted to make it, and the change must write no other attributes. Otherwise the
 * change breaks an invariant.
 */
export function rowWatch({ ledger, timing, nowMs, isMixed = false }: Deps) {
  const { fail, demand } = ledger;

  const claimed: Look = (before, after) => {
    const { callId, leaseToken = '', leaseUntilMs = 0, attempts, series, nextAttemptAtMs } = after;
    const dueAtMs = before.nextAttemptAtMs;
    const claimedAtMs = leaseUntilMs - timing.leaseMs;
    const claim = `claim ${attempts} of ${callId}`;
    const waitMs = attempts < MAX_ATTEMPTS ? waitAfterMs(attempts, timing.retryBaseMs) : 0;
    demand('D3', attempts === before.attempts + 1 && attempts <= MAX_ATTEMPTS, `${claim} is after ${before.attempts}`);
    demand('D3', leaseToken !== '' && !ledger.byToken(leaseToken), `${claim} has no new token`);
    demand('D6', claimedAtMs >= dueAtMs && nowMs() >= dueAtMs - CLOCK_ERROR_MS, `${claim} comes before it is due`);
    demand('D6', nextAttemptAtMs >= claimedAtMs + waitMs, `${claim} does not keep the backoff`);
    rejectUnderWay(before, `${claim} is made`);
    ledger.add({ token: leaseToken, callId, series, number: attempts, dueAtMs, claimedAtMs, isSettled: false });
    return `claimed, attempt ${attempts}, next ${clock(nextAttemptAtMs)}, ${leaseToken}`;
  };

  /** Fails if the holder of the lease may still be sending. Clocks may differ by `CLOCK_ERROR_MS`. */
  function rejectUnderWay({ leaseToken }: StoredRow, what: string): void {
    const claim = ledger.byToken(leaseToken);
    if (claim && !claim.isSettled && nowMs() < claim.claimedAtMs + LEASE_MS - CLOCK_ERROR_MS)
      fail('D6', `${what} while the last request is under way`);
  }

  const settled: Look = (before, after) => {
    const { callId, status, log } = after;
    const claim = ledger.byToken(before.leaseToken);
    const { outcome, endedAtMs } = claim?.request ?? {};
    if (!claim || !outcome || endedAtMs === undefined) {
      fail('attempts log', `${status} ${callId} without an outcome of its request`);
      return 'settled';
    }
    claim.isSettled = true;
    const entry = log.at(-1)?.outcome;
    if (entry !== loggedText(outcome) || log.length > LOG_LIMIT)
      fail('attempts log', `of ${callId} ends with ${entry}, but the holder got ${loggedText(outcome)}`);
    rejectWrongEnding(after, outcome, endedAtMs);
    const late = before.status === 'dead' ? 'late, ' : '';
    return `${late}${status} after ${entry}${status === 'pending' ? `, next ${clock(after.nextAttemptAtMs)}` : ''}`;
  };

  function rejectWrongEnding(after: StoredRow, outcome: Outcome, endedAtMs: number): void {
    const { callId, status, attempts, nextAttemptAtMs } = after;
    const next = decisionAfter(outcome, attempts, timing.retryBaseMs);
    if (next.status !== status) fail('D8', `${status} ${callId} after ${loggedText(outcome)}, attempt ${attempts}`);
    if (next.status === 'pending' && nextAttemptAtMs < endedAtMs + next.waitMs - CLOCK_ERROR_MS)
      fail('D6', `${status} ${callId} does not keep the backoff`);
  }

  const looks: Record<ChangeName, Look> = {
    unskip: (before, { callId }) => {
      if (before.skipReason !== 'no webhook')
        fail('D7', `${callId} is due although it was skipped: ${before.skipReason}`);
      return 'due after all';
    },
    claim: claimed,
    retry: settled,
    deliver: settled,
    refuse: settled,
    die: settled,
    declareDead: (before, { callId, attempts }) => {
      if (attempts < MAX_ATTEMPTS) fail('D2', `${callId} is declared dead after only ${attempts} attempts`);
      rejectUnderWay(before, `${callId} is declared dead`);
      return 'dead: its last attempt reported no outcome';
    },
    skip: (before, { callId, skipReason }) => {
      rejectUnderWay(before, `${callId} is skipped`);
      return `skipped: ${skipReason}`;
    },
    expire: (before, { callId }) => {
      rejectUnderWay(before, `${callId} is skipped`);
      if (!isExpired(before.callExpiresAtUnixSeconds, nowMs() + CLOCK_ERROR_MS))
        fail('D7', `${callId} is skipped before its call expires`);
      return 'skipped: expired';
    },
    delete: () => 'deleted',
    setExpiry: (_, { callId, callExpiresAtUnixSeconds }) => `${callId} expires at ${callExpiresAtUnixSeconds}`,
    replay: (before, { callId, series, attempts, leaseToken }) => {
      const isFresh = series === before.series + 1 && attempts === 0 && leaseToken === undefined;
      if (!isFresh || before.skipReason === 'deleted')
        fail('D7', `${callId} does not start series ${series} with a new row`);
      return `begins series ${series}`;
    },
    moveForward: (_, { sweepAtMs = 0 }) => `to be swept at ${clock(sweepAtMs)}`,
  };

  function rejectUnknown(name: TransitionName, before: StoredRow | undefined, after: StoredRow, by: string): void {
    const what = `${name} of ${after.callId} from ${before?.status ?? 'nothing'} to ${after.status}`;
    demand('D7', allows(name, before?.status, after.status), `no ${what} is allowed`);
    demand(
      'D7',
      TRANSITIONS[name].by.some((actor) => actor === by),
      `${what} by ${by}`,
    );
  }

  return function watch(before: StoredRow | undefined, after: StoredRow | undefined, by: string): string {
    if (after === undefined) {
      fail('D1', `the row of ${before?.callId} was deleted`);
      return 'row deleted';
    }
    const { callId, status } = after;
    if (!isIndexedRight(after) || !(isMixed || isUndeliveredRight(after)))
      fail('D2', `${callId} is ${status}, which its due index keys contradict`);
    if (before === undefined) {
      rejectUnknown(status === 'skipped' ? 'recordSkipped' : 'record', before, after, by);
      return `recorded, ${after.skipReason ?? status}`;
    }
    const name = nameOf(before, after);
    rejectUnknown(name, before, after, by);
    const beside = writtenBeside(name, before, after);
    if (beside.length > 0) fail('D7', `${before.status} ${callId} has another ${beside} after a ${name}`);
    return looks[name](before, after);
  };
}

export const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 23);
