import { MAX_HOPS } from '../../../shared/delivery/queue.ts';
import { waitAfter } from '../../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/delivery.ts';
import { chances } from './nature/chances.ts';
import { LONGEST_FREEZE_MS } from './nature/environment.ts';
import { type Fault, faults } from './nature/faults.ts';
import { timeline as newTimeline } from './nature/timeline.ts';
import { operator } from './operator.ts';
import { pipeline } from './pipeline.ts';
import { plannedCalls, platform } from './platform.ts';
import { LEASE_MS, START_MS, SWEEP_PERIOD_MS } from './setting.ts';
import { checkTable } from './watch/final-table.ts';
import { ledger } from './watch/ledger.ts';
import { clock } from './watch/rows.ts';

/** What a run has to do without, to show that it is needed. */
export interface Without {
  readonly sweep?: boolean;
  readonly lease?: boolean;
  readonly hopLimit?: boolean;
  /** What is sent to the table in the place of a command. */
  readonly instead?: (command: unknown) => unknown;
}

export interface Options {
  readonly seed: number;
  readonly without?: Without;
  /** The only faults that may happen, if not all. */
  readonly allowed?: ReadonlySet<string> | undefined;
  /** How many calls at most. */
  readonly calls?: number | undefined;
  /** How often a wake-up may be sent on. Unless given, one run in ten has so few that the sweep has to help. */
  readonly maxHops?: number | undefined;
  /** Keeps a line of everything that happens. */
  readonly isTold?: boolean;
}

export interface Run {
  readonly seed: number;
  /** The invariant that was broken first, and how. */
  readonly broken: string | undefined;
  readonly told: readonly string[];
  readonly faults: readonly Fault[];
  readonly calls: number;
  readonly wireRequests: number;
  /** The most requests that one series of a call has led to. */
  readonly mostRequests: number;
  /** The longest chain of wake-ups, and how many were sent on for the last time: their function drops them. */
  readonly mostHops: number;
  readonly beyondLimit: number;
  /** Whether wake-ups may be sent on as often as in a deployed function. */
  readonly hasAllHops: boolean;
  /** From the end of the faults until the last row was settled. */
  readonly settledAfterMs: number;
  /** Signing secrets that a PUT has put in force. */
  readonly switches: number;
  /** Deliveries that were still pending when the bound had passed. */
  readonly unfinished: number;
}

const MINUTE_MS = 60_000;
/** Operators and purges have this many occasions. */
const OCCASIONS = 12;
/** Fewer than the 13 that a whole schedule takes. */
const MOST_FEW_HOPS = 8;
/** The last consequences of faults: a frozen environment wakes, the platform hands a call over again. */
const AFTERMATH_MS = LONGEST_FREEZE_MS + 2 * MINUTE_MS;

/**
 * What a row may take to be settled once nothing goes wrong any more: the aftermath, then a wake-up that is missed for one
 * period after it was due and found by the sweep after that, and then the whole schedule with its requests. With few
 * hops, each attempt may have to be found by the sweep.
 */
export function settlingBoundMs(retryBaseMs: number, maxHops = MAX_HOPS): number {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => waitAfter(index + 1, retryBaseMs));
  const schedule = waits.reduce((sum, waitMs) => sum + waitMs, 0) + MAX_ATTEMPTS * 15_000 + LEASE_MS;
  const rescues = maxHops < MAX_HOPS ? MAX_ATTEMPTS : 1;
  return AFTERMATH_MS + rescues * 2 * SWEEP_PERIOD_MS + schedule;
}

/** One run of the pipeline: hours of virtual time in which all may go wrong, then time in which nothing does. */
export async function simulate(options: Options): Promise<Run> {
  const { seed, without = {}, allowed, calls: atMost, isTold = false } = options;
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
  const pipe = pipeline({ nature, ledger: book, timing, maxHops: hops, instead: without.instead });
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
  note('-- nothing goes wrong from here on');
  mishaps.end();
  pipe.settleReceivers();
  await timeline.run(faultsEndMs + settlingBoundMs(retryBaseMs, maxHops));
  const pending = broken === undefined ? pipe.watched.rows().filter(({ status }) => status === 'pending') : [];
  for (const { callId, attempts } of pending) book.fail('D2', `${callId} is unfinished after ${attempts} attempts`);
  for (const { callId } of calls) if (!recorded.has(callId)) book.fail('D1', `${callId} was never recorded`);
  // What is still in the queues finds everything settled.
  await timeline.run(Number.POSITIVE_INFINITY);
  if (broken === undefined) checkTable(pipe.watched.items(), recorded, book);

  const requests = [...book.wireRequests().values()];
  return {
    seed,
    broken,
    told,
    faults: mishaps.happened,
    calls: calls.length,
    wireRequests: requests.reduce((sum, count) => sum + count, 0),
    mostRequests: Math.max(0, ...requests),
    ...pipe.queues.hops(),
    hasAllHops: maxHops === MAX_HOPS,
    settledAfterMs: Math.max(0, pipe.watched.lastSettledMs() - faultsEndMs),
    switches: pipe.watched.secrets.switches(),
    unfinished: pending.length,
  };
}
