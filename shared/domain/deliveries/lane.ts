/**
 * The lanes of the wake-ups, from quick to hopeless. Each has its own queue and its own concurrency, so partners wait
 * only for partners like themselves: `slow` for receivers that respond late, `hung` for receivers that do not respond.
 */
export const LANES = ['main', 'slow', 'hung'] as const;
export type Lane = (typeof LANES)[number];

/** Returns what `of` returns for each lane. */
export const byLane = <Result>(of: (lane: Lane) => Result): Readonly<Record<Lane, Result>> => ({
  main: of('main'),
  slow: of('slow'),
  hung: of('hung'),
});

/** The times until which a partner is marked for the lanes; 0 without a mark. */
export type LaneMarks = Readonly<Record<Exclude<Lane, 'main'>, number>>;
export const NO_MARKS: LaneMarks = { slow: 0, hung: 0 };

/** Returns the later mark of each lane. */
export const laterMarks = (one: LaneMarks, other: LaneMarks): LaneMarks => ({
  slow: Math.max(one.slow, other.slow),
  hung: Math.max(one.hung, other.hung),
});

/** A reason to send a partner's wake-ups to a later lane, and for how long. */
export interface Reason {
  readonly lane: Exclude<Lane, 'main'>;
  readonly forMs: number;
}

/** What an attempt shows about its receiver when it has been in flight for so long. */
export interface Evidence extends Reason {
  readonly afterMs: number;
}

/**
 * Nothing is sent to a suspended partner, but each of its wake-ups costs a read and a write. Thousands of them would
 * delay others in an earlier lane.
 */
export const SUSPENDED: Reason = { lane: 'hung', forMs: 60_000 };

/**
 * The request cannot be prepared through a fault of ours, so each wake-up costs reads and a decryption in vain. The mark
 * is short because such a fault may concern all partners: when it has ended, they must not stay in the hung lane.
 */
export const UNPREPARED: Reason = { lane: 'hung', forMs: 60_000 };

const TEN_MINUTES_MS = 600_000;

/** A suspicion. It lasts until the attempt has either succeeded or given better evidence. */
export const SUSPICIOUS: Evidence = { afterMs: 1_000, lane: 'slow', forMs: 12_000 };
/** Thousands of such responses hold up other deliveries as much as timeouts do. */
export const LATE: Evidence = { afterMs: 3_000, lane: 'slow', forMs: TEN_MINUTES_MS };
export const HANGING: Evidence = { afterMs: 5_000, lane: 'hung', forMs: TEN_MINUTES_MS };

/**
 * The evidence, in order of time. An attempt counts while it is still in flight, because the next wake-ups of its
 * partner arrive in the meantime.
 */
export const EVIDENCE: readonly Evidence[] = [SUSPICIOUS, LATE, HANGING];

/** A mark is prolonged only after this share of its time, even if thousands of attempts are slow. */
export const PROLONGED_AFTER_SHARE = 0.1;

/** Returns the lane of a partner with these marks. */
export function laneAt({ slow, hung }: LaneMarks, nowMs: number): Lane {
  if (hung > nowMs) return 'hung';
  return slow > nowMs ? 'slow' : 'main';
}

/** Returns the lane that an attempt of this duration gives its partner. */
export const laneAfter = (durationMs: number): Lane =>
  EVIDENCE.findLast(({ afterMs }) => durationMs >= afterMs)?.lane ?? 'main';

/**
 * Returns the later one of two lanes. Wake-ups only ever move to a later lane, so a wake-up does not go back and forth,
 * and a retry that waits for longer than its partner's mark does not hang in an earlier lane.
 */
export const laterLane = (one: Lane, other: Lane): Lane => (isLater(one, other) ? one : other);

export const isLater = (one: Lane, other: Lane) => LANES.indexOf(one) > LANES.indexOf(other);
