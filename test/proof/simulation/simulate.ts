import { MAX_HOPS } from '../../../functions/deliver-webhook/hop-limit.ts';
import { waitAfterMs } from '../../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/retry-policy.ts';
import { version } from '../../support/functions/version.ts';
import { chances } from '../virtual-time/chances.ts';
import { timeline as newTimeline } from '../virtual-time/timeline.ts';
import { LONGEST_FREEZE_MS } from './nature/environment.ts';
import { faults } from './nature/faults.ts';
import { operator } from './operator.ts';
import { pipeline } from './pipeline.ts';
import { plannedCalls, platform } from './platform.ts';
import { rollout, type Versions } from './rollout.ts';
import { LEASE_MS, START_MS, SWEEP_PERIOD_MS } from './setting.ts';
import { checkTable } from './watch/final-table.ts';
import { ledger } from './watch/ledger.ts';
import { clock } from './watch/rows.ts';

/** Mechanisms that a run lacks, to show that they are needed. */
export interface Without {
  readonly sweep?: boolean;
  readonly lease?: boolean;
  readonly hopLimit?: boolean;
  /** Replaces a command to the table. */
  readonly instead?: (command: unknown) => unknown;
}

export interface Options {
  readonly seed: number;
  readonly without?: Without;
  /** The names of the only faults that may occur. If absent, all faults may occur. */
  readonly allowed?: ReadonlySet<string> | undefined;
  readonly calls?: number | undefined;
  /** The limit of hops. Without it, one run in ten has a limit so low that the sweep must help. */
  readonly maxHops?: number | undefined;
  /** With a previous version, the run has a rollout from it to this version, and back. */
  readonly versions?: Versions | undefined;
  /** Whether the run records a line for everything that happens. */
  readonly isTold?: boolean;
}

export type Run = Awaited<ReturnType<typeof simulate>>;

const ALONE: Versions = { this: version };
const MINUTE_MS = 60_000;
/** The number of times at which an operator may act or a queue may be purged. */
const OCCASIONS = 12;
/** Fewer than the 13 hops that a delivery with all attempts needs. */
const MOST_FEW_HOPS = 8;
/** The time for the last effects of faults: a frozen environment wakes, or the platform retries a call. */
const AFTERMATH_MS = LONGEST_FREEZE_MS + 2 * MINUTE_MS;

/**
 * Returns the longest time until a row is settled after the end of the faults. It is the sum of the aftermath, two
 * sweep periods (the first sweep may just miss a due delivery) and all attempts with their waits. If `maxHops` is below
 * `MAX_HOPS`, the sweep may have to wake the delivery for every attempt, so there are two sweep periods for each
 * attempt.
 */
export function settlingBoundMs(retryBaseMs: number, maxHops = MAX_HOPS): number {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => waitAfterMs(index + 1, retryBaseMs));
  const schedule = waits.reduce((sum, waitMs) => sum + waitMs, 0) + MAX_ATTEMPTS * 15_000 + LEASE_MS;
  const rescues = maxHops < MAX_HOPS ? MAX_ATTEMPTS : 1;
  return AFTERMATH_MS + rescues * 2 * SWEEP_PERIOD_MS + schedule;
}

/** Simulates one run of the pipeline: minutes or hours of virtual time with faults, then time without. */
export async function simulate(options: Options) {
  const { seed, without = {}, allowed, calls: atMost, versions = ALONE, isTold = false } = options;
  const luck = chances(seed);
  const timeline = newTimeline(START_MS);
  const told: string[] = [];
  const note = isTold ? (text: string) => void told.push(`${clock(timeline.nowMs())}  ${text}`) : () => undefined;
  const mishaps = faults(luck, note, allowed);
  const nature = { timeline, chances: luck, faults: mishaps, note };

  let broken: string | undefined;
  const book = ledger((invariant, what) => {
    broken ??= `${invariant}: ${what}`;
    note(`** ${invariant}: ${what}`);
    timeline.stop();
  });

  const isFast = luck.fraction('retry base') < 0.3;
  const retryBaseMs = isFast ? 1_000 : MINUTE_MS;
  const faultsEndMs = START_MS + MINUTE_MS * (isFast ? luck.between('length', 5, 40) : luck.between('length', 20, 300));
  const timing = { retryBaseMs, leaseMs: without.lease ? 0 : LEASE_MS };
  const hasFewHops = luck.fraction('hop limit') < 0.1;
  const maxHops = options.maxHops ?? (hasFewHops ? luck.between('few hops', 0, MOST_FEW_HOPS) : MAX_HOPS);
  const hops = { told: without.hopLimit ? Number.POSITIVE_INFINITY : maxHops, held: maxHops };
  const pipe = pipeline({
    nature,
    ledger: book,
    timing,
    maxHops: hops,
    instead: without.instead,
    versions,
    sideOf: rollout(nature, faultsEndMs),
  });
  const calls = plannedCalls(luck, faultsEndMs, atMost);
  const { recorded } = platform(nature, calls, pipe.record);
  const act = operator(nature, pipe.outside, calls);

  const isOver = () =>
    timeline.nowMs() > faultsEndMs + AFTERMATH_MS &&
    recorded.size === calls.length &&
    pipe.watched.rows().every(({ status }) => status !== 'pending');
  function sweepOnAndOn(): void {
    if (isOver()) return;
    if (!mishaps.strike('sweep', ['sweep left out'])) pipe.sweep();
    timeline.after(SWEEP_PERIOD_MS, sweepOnAndOn);
  }
  if (!without.sweep) timeline.after(luck.between('first sweep', 0, SWEEP_PERIOD_MS), sweepOnAndOn);
  for (let occasion = 0; occasion < OCCASIONS; occasion += 1) {
    timeline.after(luck.between('act at', 0, faultsEndMs - START_MS), act);
    timeline.after(luck.between('purge at', 0, faultsEndMs - START_MS), () => {
      if (mishaps.strike('purge', ['queue purged'])) pipe.queues.purge();
    });
  }

  await timeline.run(faultsEndMs);
  note('-- no faults from here on');
  mishaps.end();
  pipe.settleReceivers();
  await timeline.run(faultsEndMs + settlingBoundMs(retryBaseMs, maxHops));
  const pending = broken === undefined ? pipe.watched.rows().filter(({ status }) => status === 'pending') : [];
  for (const { callId, attempts } of pending) book.fail('D2', `${callId} is unfinished after ${attempts} attempts`);
  for (const { callId } of calls) if (!recorded.has(callId)) book.fail('D1', `${callId} was never recorded`);
  // Handles the remaining messages in the queues. By now, every delivery is settled.
  await timeline.run(Number.POSITIVE_INFINITY);
  if (broken === undefined) {
    checkTable(pipe.watched.items(), recorded, book);
    pipe.watched.health.checkEndOfRun();
  }

  const requests = [...book.wireRequests().values()];
  return {
    seed,
    /** The first broken invariant, with a description. */
    broken,
    told,
    faults: mishaps.happened,
    calls: calls.length,
    wireRequests: requests.reduce((sum, count) => sum + count, 0),
    /** The most requests of a call in one round. */
    mostRequests: Math.max(0, ...requests),
    ...pipe.queues.hops(),
    /** Whether this run used the limit that deployed functions have. Other runs use a lower limit. */
    hasAllHops: maxHops === MAX_HOPS,
    settledAfterMs: Math.max(0, pipe.watched.lastSettledMs() - faultsEndMs),
    /** The number of signing secrets that a PUT put in force. */
    switches: pipe.watched.secrets.switches(),
    /** The number of notices about partners that began to fail or recovered. */
    notices: pipe.watched.health.notices(),
    /** The number of deliveries whose rows both versions wrote. */
    sharedRows: pipe.watched.sharedRows(),
    /** The number of deliveries that were still pending when all of them had to be settled. */
    unfinished: pending.length,
  };
}
