/**
 * The lanes of the wake-ups, from fast receivers to those that do not respond. Each has its own queue and its own
 * concurrency, so partners wait only for partners like themselves: `slow` is for receivers that respond late, `hung`
 * for receivers that do not respond.
 */
export const LANES = ['main', 'slow', 'hung'] as const;
export type Lane = (typeof LANES)[number];

/** Builds an object with a value for each lane, from the function `of`. */
export const byLane = <Result>(of: (lane: Lane) => Result): Readonly<Record<Lane, Result>> => ({
  main: of('main'),
  slow: of('slow'),
  hung: of('hung'),
});

/** The Unix times in milliseconds until which a partner is marked for each lane; 0 without a mark. */
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

/** Marks a partner when an attempt has been in flight for `afterMs`. */
export interface Evidence extends Reason {
  readonly afterMs: number;
}

/**
 * Marks a suspended partner. Nothing is sent to it, but each of its wake-ups costs a read and a write, and thousands of
 * them would delay others in an earlier lane.
 */
export const SUSPENDED: Reason = { lane: 'hung', forMs: 60_000 };

/**
 * Marks a partner whose request cannot be prepared because of a fault of ours, so that each wake-up only costs reads
 * and a decryption. The mark is short because such a fault may concern all partners: when it has ended, they must not
 * stay in the hung lane.
 */
export const UNPREPARED: Reason = { lane: 'hung', forMs: 60_000 };

const TEN_MINUTES_MS = 600_000;

/**
 * The first sign that a receiver is slow. The mark lasts until the attempt has either succeeded or taken long enough
 * for a longer mark.
 */
export const SUSPICIOUS: Evidence = { afterMs: 1_000, lane: 'slow', forMs: 12_000 };
/** The mark for a late response. Thousands of late responses delay other deliveries as much as timeouts do. */
export const LATE: Evidence = { afterMs: 3_000, lane: 'slow', forMs: TEN_MINUTES_MS };
export const HANGING: Evidence = { afterMs: 5_000, lane: 'hung', forMs: TEN_MINUTES_MS };

/**
 * The marks for long attempts, shortest time first. They are made while the attempt is still in flight, because the
 * next wake-ups of its partner arrive in the meantime.
 */
export const EVIDENCE: readonly Evidence[] = [SUSPICIOUS, LATE, HANGING];

/** A mark is written again only after this share of its time has passed, even if thousands of attempts are slow. */
export const PROLONGED_AFTER_SHARE = 0.1;

/** Returns the lane of a partner with these marks at the given time. */
export function laneAt({ slow, hung }: LaneMarks, nowMs: number): Lane {
  if (hung > nowMs) return 'hung';
  return slow > nowMs ? 'slow' : 'main';
}

/** Returns the lane for a partner after an attempt of this duration. */
export const laneAfter = (durationMs: number): Lane =>
  EVIDENCE.findLast(({ afterMs }) => durationMs >= afterMs)?.lane ?? 'main';

/**
 * Returns the later of two lanes. A wake-up only ever moves to a later lane, so it does not go back and forth. A retry
 * that waits for longer than its partner is marked for also stays in its lane.
 */
export const laterLane = (one: Lane, other: Lane): Lane => (isLater(one, other) ? one : other);

export const isLater = (one: Lane, other: Lane) => LANES.indexOf(one) > LANES.indexOf(other);
