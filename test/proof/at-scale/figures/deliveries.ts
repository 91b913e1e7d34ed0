import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/retry-policy.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import type { Item } from '../../memory-table/values.ts';
import { fifo } from '../../virtual-time/fifo.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';

/** What partners of one role saw, for the calls that were recorded in one part of the run. */
export interface Seen {
  readonly role: string;
  readonly part: string;
  recorded: number;
  requests: number;
  settled: number;
  /** Times from recording a call to its first request. */
  readonly waitsMs: number[];
  /** For each attempt after the first, the time from the moment when the attempt was due to its request. */
  readonly latenessMs: number[];
}

/** One delivery while it is pending. */
interface Pending {
  readonly seen: Seen;
  readonly partnerId: string;
  readonly storedAtMs: number;
  attempts: number;
  requests: number;
  nextAttemptAtMs: number;
  /** When the attempt that is running, or ran last, was due. */
  dueAtMs: number;
}

interface Settled {
  readonly atMs: number;
  readonly callId: string;
  readonly lineId: string;
  readonly storedAtMs: number;
}

interface Deps {
  readonly timeline: Timeline;
  readonly roleOf: (partnerId: string) => string;
  /** Names the part of the run at a time. */
  readonly partAt: (nowMs: number) => string;
}

export type DeliveryWatch = ReturnType<typeof deliveryWatch>;

/** Follows every delivery from its row and from the requests to receivers. */
export function deliveryWatch({ timeline, roleOf, partAt }: Deps) {
  const pending = new Map<string, Pending>();
  const settled = fifo<Settled>();
  const seenBy = new Map<string, Seen>();
  const broken = { early: 0, beyondEight: 0, unclaimed: 0 };

  function seenOf(partnerId: string): Seen {
    const [role, part] = [roleOf(partnerId), partAt(timeline.nowMs())];
    const name = `${role}, ${part}`;
    const known = seenBy.get(name);
    if (known) return known;
    const made: Seen = { role, part, recorded: 0, requests: 0, settled: 0, waitsMs: [], latenessMs: [] };
    seenBy.set(name, made);
    return made;
  }

  function begins(callId: string, row: Item): void {
    const [partnerId, storedAtMs] = [String(row['partnerId']), Number(row['storedAtMs'])];
    const seen = seenOf(partnerId);
    seen.recorded += 1;
    const times = { storedAtMs, nextAttemptAtMs: storedAtMs, dueAtMs: storedAtMs };
    pending.set(callId, { seen, partnerId, attempts: 0, requests: 0, ...times });
  }

  function follows(one: Pending, row: Item): void {
    const attempts = Number(row['attempts']);
    if (attempts > one.attempts) one.dueAtMs = one.nextAttemptAtMs;
    one.attempts = attempts;
    one.nextAttemptAtMs = Number(row['nextAttemptAtMs']);
  }

  function settles(callId: string, { seen, storedAtMs }: Pending, row: Item): void {
    seen.settled += 1;
    pending.delete(callId);
    settled.push({ atMs: timeline.nowMs(), callId, lineId: String(row['tenantId']), storedAtMs });
  }

  return {
    broken,
    seenBy,
    pending,
    /** Takes note of a row as it is now. */
    rowChanged(row: Item): void {
      const callId = String(row['callId']);
      const one = pending.get(callId);
      if (row['status'] !== 'pending') {
        if (one) settles(callId, one, row);
      } else if (one) follows(one, row);
      else begins(callId, row);
    },
    /** Takes note of a request to a receiver. */
    requested(callId: string): void {
      const one = pending.get(callId);
      if (!one || one.attempts === one.requests) {
        broken.unclaimed += 1;
        return;
      }
      const nowMs = timeline.nowMs();
      one.requests += 1;
      one.seen.requests += 1;
      if (nowMs < one.dueAtMs) broken.early += 1;
      if (one.requests > MAX_ATTEMPTS) broken.beyondEight += 1;
      if (one.requests === 1) one.seen.waitsMs.push(nowMs - one.storedAtMs);
      else one.seen.latenessMs.push(nowMs - one.dueAtMs);
    },
    /** Counts the wait so far of each call that has had no request, so that it is not missing from the figures. */
    countUnsent(): void {
      for (const { seen, requests, storedAtMs } of pending.values())
        if (requests === 0) seen.waitsMs.push(timeline.nowMs() - storedAtMs);
    },
    /** Returns the pending deliveries, perhaps of one role only, that were due before the time. */
    overdue: (beforeMs: number, ofRole?: string): string[] =>
      [...pending].flatMap(([callId, { nextAttemptAtMs, partnerId }]) =>
        nextAttemptAtMs < beforeMs && (ofRole === undefined || roleOf(partnerId) === ofRole) ? [callId] : [],
      ),
    forgetSettled(beforeMs: number, forget: (key: { PK: string; SK: string }) => void): void {
      for (let next = settled.peek(); next && next.atMs < beforeMs; next = settled.peek()) {
        settled.shift();
        forget(keys.delivery(next.callId));
        forget(keys.call(next.lineId, next.storedAtMs, next.callId));
      }
    },
  };
}
