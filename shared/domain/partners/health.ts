import type { Notice } from './notice-message.ts';

/** How many failed first attempts in a row make a partner `failing`. */
const FAILURES_IN_A_ROW = 5;
/** A run of failures longer than this makes a partner `failing`, even with fewer than `FAILURES_IN_A_ROW` failures. */
const LONGEST_RUN_MS = 3_600_000;
/** How long there must be no failure before a recovery is announced. */
const QUIET_MS = 300_000;
/** After how long without a delivered event a partner is `idle`, unless a run of failures has begun. */
const IDLE_AFTER_MS = 7 * 86_400_000;

export const HEALTH_STATES = ['healthy', 'failing', 'idle'] as const;
type HealthState = (typeof HEALTH_STATES)[number];

/**
 * What is stored about a partner's receiver. Every outcome but a 2xx is a failure. A run of failures begins with the
 * first failure after a success, and ends with the next success. An outage begins with the run that makes the partner
 * `failing`, and ends when the recovery is announced.
 */
export interface Health {
  /** How many attempts have failed since the last success. Only the first attempt of each round counts. */
  readonly failures?: number | undefined;
  /** When the current run of failures began: the time of the request whose failure was stored first. Absent after a success. */
  readonly runSinceMs?: number | undefined;
  readonly lastFailedAtMs?: number | undefined;
  readonly lastOutcome?: string | undefined;
  readonly outageSinceMs?: number | undefined;
  /** When the last run of failures ended. Absent while the partner is failing, and after its recovery is announced. */
  readonly recoveredAtMs?: number | undefined;
  /** The notice that the partner is failing. It is stored until a function has sent it. */
  readonly failureNotice?: Notice | undefined;
  readonly recoveryNotice?: Notice | undefined;
}

export const isFailing = ({ outageSinceMs, recoveredAtMs }: Health): boolean =>
  outageSinceMs !== undefined && recoveredAtMs === undefined;

/** Returns a partner's health. The time of the last delivery is an argument, because it is stored elsewhere. */
export function healthStateOf(health: Health, lastDeliveredAtMs: number | undefined, nowMs: number): HealthState {
  if (isFailing(health)) return 'failing';
  const isQuiet = lastDeliveredAtMs === undefined || nowMs - lastDeliveredAtMs > IDLE_AFTER_MS;
  return isQuiet && health.runSinceMs === undefined ? 'idle' : 'healthy';
}

/** A change of a partner's health that must be written to the table. */
export type StateChange =
  /** The partner becomes failing. */
  | { readonly kind: 'fail'; readonly runSinceMs: number; readonly notice: Notice }
  /** The partner failed again before its recovery was announced. The outage continues, and nobody is told again. */
  | {
      readonly kind: 'relapse';
      readonly runSinceMs: number;
      readonly outageSinceMs: number;
      readonly notice?: never;
    }
  /** The partner has been healthy long enough for its recovery to be announced. */
  | { readonly kind: 'recover'; readonly recoveredAtMs: number; readonly notice: Notice };

/** Returns the change of state that is due at `nowMs`, or undefined if none is due. */
export function dueStateChange(partnerId: string, health: Health, nowMs: number): StateChange | undefined {
  const { runSinceMs } = health;
  return runSinceMs === undefined
    ? dueRecovery(partnerId, health, nowMs)
    : dueChangeToFailing(partnerId, health, runSinceMs);
}

function dueChangeToFailing(partnerId: string, health: Health, runSinceMs: number): StateChange | undefined {
  const { failures = 0, lastFailedAtMs = runSinceMs, lastOutcome = '', outageSinceMs } = health;
  // A run of failures lasts from its first to its last failure. The time after the last failure does not count, because
  // nothing failed in it.
  const isLong = lastFailedAtMs - runSinceMs > LONGEST_RUN_MS;
  if (isFailing(health) || (failures < FAILURES_IN_A_ROW && !isLong)) return undefined;
  if (outageSinceMs !== undefined) return { kind: 'relapse', runSinceMs, outageSinceMs };
  const notice: Notice = {
    id: noticeId(partnerId, 'failing', runSinceMs),
    state: 'failing',
    sinceMs: runSinceMs,
    failures,
    lastOutcome,
  };
  return { kind: 'fail', runSinceMs, notice };
}

function dueRecovery(partnerId: string, health: Health, nowMs: number): StateChange | undefined {
  const { lastOutcome = '', outageSinceMs, recoveredAtMs } = health;
  if (outageSinceMs === undefined || recoveredAtMs === undefined || nowMs - recoveredAtMs < QUIET_MS) return undefined;
  // Notices are sent in the order of the changes, so a recovery waits until earlier notices are sent.
  if (waitingNotices(health).length > 0) return undefined;
  const notice: Notice = {
    id: noticeId(partnerId, 'healthy', recoveredAtMs),
    state: 'healthy',
    sinceMs: recoveredAtMs,
    failures: 0,
    lastOutcome,
    failingSinceMs: outageSinceMs,
  };
  return { kind: 'recover', recoveredAtMs, notice };
}

/** Returns the id of a notice. No two notices of a partner have the same state and time. */
const noticeId = (partnerId: string, state: Notice['state'], sinceMs: number) => `${partnerId}-${state}-${sinceMs}`;

/**
 * Returns the stored notices, oldest first. A recovery is older than a failure, because no recovery is stored while a
 * notice waits.
 */
export const waitingNotices = ({ recoveryNotice, failureNotice }: Health): Notice[] =>
  [recoveryNotice, failureNotice].filter((notice) => notice !== undefined);
