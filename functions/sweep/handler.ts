import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { SDK_CONNECTIONS } from '../../shared/aws/client.ts';
import { reportDeadDelivery } from '../../shared/delivery/report-dead-delivery.ts';
import type { WakeUps } from '../../shared/delivery/wake-ups/queue.ts';
import { logWakeUps, wakeAll } from '../../shared/delivery/wake-ups/wake-all.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { nextStepOf } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import {
  DUE_SHARD_NUMBERS,
  type DueDeliveryStore,
  type DueEntry,
} from '../../shared/store/deliveries/due-deliveries.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { LaneStore } from '../../shared/store/deliveries/lanes.ts';
import { callIdIn } from '../../shared/store/table/keys.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import { type PartnerDeps, sweepPartners } from './partners.ts';

export interface Deps extends PartnerDeps {
  readonly due: Pick<DueDeliveryStore, 'pastDue' | 'moveForward'>;
  readonly deliveries: Pick<DeliveryStore, 'declareDead'>;
  readonly lanes: Pick<LaneStore, 'of'>;
  readonly wakeUps: Pick<WakeUps, 'sendAll'>;
  readonly nowMs: () => number;
}

/** `due` counts the deliveries whose sweep time was postponed. A few of them may not be due yet. */
type Swept = Record<'due' | 'queued' | 'settledDead', number>;

/**
 * How long before the function's timeout the sweep stops. From then on, it starts no page of rows and handles no
 * partner. The next sweep handles the rest.
 */
export const RESERVE_MS = 10_000;

/**
 * How many rows of a shard are handled at a time: the shard's share of the connections of the SDK's client. Further
 * rows would only wait for a connection.
 */
const ROWS_AT_ONCE = Math.floor(SDK_CONNECTIONS / DUE_SHARD_NUMBERS.length);

/**
 * The event of a sweep. An operator sends `dueNow` to wake all deliveries that are due, even if they became due a
 * moment ago. The schedule sends no `dueNow`.
 */
const sweepRequest = z.object({ dueNow: z._default(z.boolean(), false) });

/** `nowMs` is when the sweep began. The sweep uses this time for all rows. */
interface Sweep extends z.infer<typeof sweepRequest> {
  readonly nowMs: number;
}

/**
 * Replaces lost wake-ups, and updates the health of partners. Postpones the sweep time of each row that it finds, so
 * that two sweeps do not wake the same row. A row, shard or partner that cannot be handled does not stop the others. At
 * the end, throws the fault of the first shard that failed, if any.
 */
export const createHandler =
  (deps: Deps) =>
  async (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<Swept> => {
    const swept: Swept = { due: 0, queued: 0, settledDead: 0 };
    const sweep: Sweep = { ...sweepRequest.parse(event), nowMs: deps.nowMs() };
    const hasTime = () => context.getRemainingTimeInMillis() >= RESERVE_MS;
    const partners = sweepPartners(deps, sweep.nowMs, hasTime);
    const shards = await Promise.allSettled(
      DUE_SHARD_NUMBERS.map(async (shardNumber) => {
        for await (const page of deps.due.pastDue(shardNumber, sweep)) {
          await sweepPage(deps, page, sweep, swept);
          if (!hasTime()) return;
        }
      }),
    );
    await partners;
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
    const moving = entries.map((entry) => logIfRejected(deps, callIdIn(entry.PK), deps.due.moveForward(entry, nowMs)));
    const moved = (await Promise.all(moving)).filter((row) => row !== undefined);
    const { due: toSend = [], expired = [], dead = [] } = Object.groupBy(moved, (row) => nextStepOf(row, nowMs).kind);
    const ends = await Promise.all(dead.map((row) => logIfRejected(deps, row.callId, declareDead(deps, row, nowMs))));
    // All shards add to these numbers in parallel, so there must be no `await` between reading and writing them.
    swept.due += moved.length;
    swept.settledDead += ends.filter((isDead) => isDead).length;
    // A delivery whose call has expired is woken too, because `deliver-webhook` settles it.
    due.push(...toSend, ...expired);
  }
  const queued = await sendWakeUps(deps, due, sweep);
  swept.queued += queued;
}

/** Declares a delivery dead. Returns false if the row has changed, for example because of a late result. */
async function declareDead(deps: Deps, row: DeliveryItem, nowMs: number): Promise<boolean> {
  const { kind } = await deps.deliveries.declareDead(row, nowMs);
  if (kind === 'conditionFailed') return false;
  reportDeadDelivery(deps, row);
  return true;
}

/** Returns the result for one row; after a fault, logs it and returns `undefined`. A later sweep tries again. */
async function logIfRejected<T>(deps: Deps, callId: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    reportFault(deps, 'A delivery could not be swept', error, { callId });
    return undefined;
  }
}

/** Returns how many wake-ups the queues accepted. */
async function sendWakeUps(deps: Deps, rows: readonly DeliveryItem[], { nowMs, dueNow }: Sweep): Promise<number> {
  const { scheduled, rejected } = await wakeAll(deps, rows, nowMs);
  logWakeUps(deps, { scheduled, rejected });
  const accepted = scheduled.filter((one) => !rejected.includes(one));
  // Counts only the main lane. In the other lanes, partners wait for each other for longer than a sweep's period, so a
  // late wake-up there is usually not lost.
  if (!dueNow) deps.meter.count('sweepRescued', accepted.filter(({ lane }) => lane === 'main').length);
  return accepted.length;
}
