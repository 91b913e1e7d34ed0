/**
 * The lanes of the wake-ups: `main`, `slow` for receivers that respond late, and `hung` mostly for receivers that do
 * not respond. Each lane has its own queue and concurrency, so slow receivers do not delay the deliveries to fast
 * receivers.
 */
export const LANES = ['main', 'slow', 'hung'] as const;
export type Lane = (typeof LANES)[number];

export const byLane = <Result>(of: (lane: Lane) => Result): Readonly<Record<Lane, Result>> => ({
  main: of('main'),
  slow: of('slow'),
  hung: of('hung'),
});

/** Until when a partner is marked for the slow and for the hung lane, in Unix milliseconds; 0 without a mark. */
export type LaneMarks = Readonly<Record<Exclude<Lane, 'main'>, number>>;
export const NO_MARKS: LaneMarks = { slow: 0, hung: 0 };

export const latestMarks = (one: LaneMarks, other: LaneMarks): LaneMarks => ({
  slow: Math.max(one.slow, other.slow),
  hung: Math.max(one.hung, other.hung),
});

/** The lane to which a partner's wake-ups move, and for how long. */
export interface Reason {
  readonly lane: Exclude<Lane, 'main'>;
  readonly forMs: number;
}

/** A mark for a partner whose attempt has been in flight for `afterMs`. */
export interface Evidence extends Reason {
  readonly afterMs: number;
}

/**
 * The mark for a suspended partner. Nothing is sent to the partner, but each of its wake-ups costs a read and a write.
 * Thousands of such wake-ups would delay other partners in the main or the slow lane.
 */
export const SUSPENDED: Reason = { lane: 'hung', forMs: 60_000 };

/**
 * The mark for a partner if our service fails to prepare the request to its receiver. The mark is short, because such a
 * fault may concern all partners, and they must soon leave the hung lane.
 */
export const UNPREPARED: Reason = { lane: 'hung', forMs: 60_000 };

const TEN_MINUTES_MS = 600_000;

/** The mark at the first sign of a slow receiver. It lasts at least until the attempt ends or causes a longer mark. */
export const SUSPICIOUS: Evidence = { afterMs: 1_000, lane: 'slow', forMs: 12_000 };
/** The mark for a late response. In the main lane, many late responses would delay other partners. */
export const LATE: Evidence = { afterMs: 3_000, lane: 'slow', forMs: TEN_MINUTES_MS };
export const HANGING: Evidence = { afterMs: 5_000, lane: 'hung', forMs: TEN_MINUTES_MS };

/**
 * The marks for long attempts, shortest time first. An attempt writes them while it is in flight, because the partner's
 * next wake-ups arrive in the meantime.
 */
export const EVIDENCE: readonly Evidence[] = [SUSPICIOUS, LATE, HANGING];

/**
 * The share of a mark's time after which the mark can be prolonged, so that thousands of slow attempts write rarely.
 */
export const PROLONGED_AFTER_SHARE = 0.1;

export function laneForMarks({ slow, hung }: LaneMarks, nowMs: number): Lane {
  if (hung > nowMs) return 'hung';
  return slow > nowMs ? 'slow' : 'main';
}

/** Returns the lane for a partner after an attempt of this duration. */
export const laneAfter = (durationMs: number): Lane =>
  EVIDENCE.findLast(({ afterMs }) => durationMs >= afterMs)?.lane ?? 'main';

/**
 * Returns the later of two lanes. A wake-up only moves to a later lane, so it cannot go back and forth. A wake-up that
 * waits stays in its lane even if the partner's mark ends.
 */
export const laterLane = (one: Lane, other: Lane): Lane => (isLater(one, other) ? one : other);

export const isLater = (one: Lane, other: Lane) => LANES.indexOf(one) > LANES.indexOf(other);
