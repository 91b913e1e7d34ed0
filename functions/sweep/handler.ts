import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { giveUp } from '../../shared/delivery/give-up.ts';
import type { WakeUps } from '../../shared/delivery/queue.ts';
import { wakeAll } from '../../shared/delivery/wake-all.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { standingOf } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { DUE_SHARD_NUMBERS, type DueDeliveryStore, type DueEntry } from '../../shared/store/deliveries/due.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { LaneStore } from '../../shared/store/deliveries/lanes.ts';
import { reportFault, type Telemetry } from '../../shared/telemetry/telemetry.ts';

export interface Deps extends Telemetry {
  readonly due: Pick<DueDeliveryStore, 'pastDue' | 'moveForward'>;
  readonly deliveries: Pick<DeliveryStore, 'giveUp'>;
  readonly lanes: Pick<LaneStore, 'of'>;
  readonly wakeUps: Pick<WakeUps, 'sendAll'>;
  readonly nowMs: () => number;
}

/** `due`: deliveries that nobody had attended to in time. A few of them may still be under way and are left alone. */
interface Swept {
  due: number;
  queued: number;
  settledDead: number;
}

/** Kept for the page under way; what is left then is found by the next sweep. */
const RESERVE_MS = 10_000;

/** The SDK's client has 50 connections, and as many pages as there are shards are under way: more would only queue there. */
const ROWS_AT_ONCE = Math.floor(50 / DUE_SHARD_NUMBERS.length);

/** What the schedule sends has none of this; an operator may ask for all that is due, however short a time ago. */
const sweepRequest = z.object({ dueNow: z._default(z.boolean(), false) });

/** One sweep sees everything at the time of its beginning. */
interface Sweep extends z.infer<typeof sweepRequest> {
  readonly nowMs: number;
}

/**
 * Heals whatever was lost on the way: wake-ups, stream records, whole queues, functions that died. Every row found is
 * moved forward first, so that two sweeps do not wake it twice. A row that cannot be handled does not stop the rest, nor
 * does a shard; that a shard failed is thrown when all others are done.
 */
export const createHandler =
  (deps: Deps) =>
  async (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<Swept> => {
    const swept: Swept = { due: 0, queued: 0, settledDead: 0 };
    const sweep: Sweep = { ...sweepRequest.parse(event), nowMs: deps.nowMs() };
    const shards = await Promise.allSettled(
      DUE_SHARD_NUMBERS.map(async (shardNumber) => {
        for await (const page of deps.due.pastDue(shardNumber, sweep)) {
          await sweepPage(deps, page, sweep, swept);
          if (context.getRemainingTimeInMillis() < RESERVE_MS) return;
        }
      }),
    );
    deps.logger.info('Swept', { ...swept, durationMs: deps.nowMs() - sweep.nowMs });
    const [first, ...others] = shards.flatMap((shard) => (shard.status === 'rejected' ? [shard.reason] : []));
    for (const other of others) reportFault(deps, 'A shard could not be swept', other);
    if (first !== undefined) throw first;
    return swept;
  };

async function sweepPage(deps: Deps, page: readonly DueEntry[], sweep: Sweep, swept: Swept): Promise<void> {
  const { nowMs } = sweep;
  const due: DeliveryItem[] = [];
  for (const entries of chunksOf(page, ROWS_AT_ONCE)) {
    const moving = entries.map((entry) => orLogged(deps, entry.PK, deps.due.moveForward(entry, nowMs)));
    const moved = (await Promise.all(moving)).filter((row) => row !== undefined);
    const { due: wakeable = [], spent = [] } = Object.groupBy(moved, (row) => standingOf(row, nowMs).kind);
    const ends = await Promise.all(spent.map((row) => orLogged(deps, row.callId, giveUp(deps, row, nowMs))));
    // Counted without an await in between: all shards add to the same numbers.
    swept.due += moved.length;
    swept.settledDead += ends.filter((isDead) => isDead).length;
    due.push(...wakeable);
  }
  const queued = await wake(deps, due, sweep);
  swept.queued += queued;
}

/** What came of one row; of one that cannot be handled the log tells, and the next sweep finds it again. */
async function orLogged<T>(deps: Deps, row: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    reportFault(deps, 'A delivery could not be swept', error, { row });
    return undefined;
  }
}

/** Returns how many wake-ups a queue accepted. */
async function wake(deps: Deps, rows: readonly DeliveryItem[], { nowMs, dueNow }: Sweep): Promise<number> {
  const { scheduled, rejected } = await wakeAll(deps, rows, nowMs);
  if (rejected.length > 0)
    deps.logger.warn('Wake-ups were not accepted; the next sweep repeats them', { count: rejected.length });
  const accepted = scheduled.filter((one) => !rejected.includes(one));
  // In the slow lane partners wait for themselves, for longer than a sweep's period: that is nothing to be rescued from.
  if (!dueNow) deps.meter.count('sweepRescued', accepted.filter(({ lane }) => lane === 'main').length);
  return accepted.length;
}
