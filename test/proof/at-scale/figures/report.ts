import { MEMORY_MB } from '../../../../lib/functions/memory.ts';
import { LANES } from '../../../../shared/domain/deliveries/lane.ts';
import { PRICES, type Price, usdPerMillion } from '../../../../tooling/capacity/prices.ts';
import { joinCells, padCells } from '../../../../tooling/command-line/tables.ts';
import { quantile } from '../../../bench/statistics.ts';
import type { Run } from '../simulate.ts';

type Row = readonly (string | number)[];

/** Returns the figures of a run as lines of text. */
export const reportOf = (run: Run): string[] => [
  ...table([
    ['calls of', 'recorded', 'requests', 'first request: p50', 'p99', 'longest', 'later ones late: p99', 'longest'],
    ...waits(run),
  ]),
  ...table([
    [
      'lane',
      'most waiting',
      'most in flight',
      'most slots',
      'minutes above half',
      'batches',
      'messages in each',
      'redelivered',
    ],
    ...lanes(run),
  ]),
  ...table([['function', 'invocations', 'most at once', 'throttled', 'failed', 'cold starts'], ...functions(run)]),
  ...table([['units of the hottest key in a second', 'write', 'read'], ...units(run)]),
  ...rest(run),
];

const waits = ({ watch }: Run): Row[] =>
  [...watch.seenBy.values()].map(({ role, part, recorded, requests, waitsMs, latenessMs }) => [
    `${role} (${part})`,
    recorded,
    requests,
    ...[quantile(waitsMs, 0.5), quantile(waitsMs, 0.99), longest(waitsMs)].map(inSeconds),
    ...[quantile(latenessMs, 0.99), longest(latenessMs)].map(inSeconds),
  ]);

const lanes = ({ pipe, gauges }: Run): Row[] =>
  LANES.map((lane) => {
    const [queue, mapping] = [pipe.queues.get(lane), pipe.mappings.get(lane)];
    const sizes = mapping?.batchSizes ?? [];
    const batches = sizes.reduce((sum, count) => sum + count, 0);
    const messages = sizes.reduce((sum, count, size) => sum + count * size, 0);
    const slots = gauges.get(`${lane} lane, slots in use`);
    return [
      lane,
      gauges.get(`${lane} queue, visible messages`)?.most ?? 0,
      gauges.get(`${lane} queue, messages in flight`)?.most ?? 0,
      `${slots?.most} of ${mapping?.maxConcurrency}`,
      ((slots?.aboveHalf ?? 0) / 60).toFixed(1),
      batches,
      (messages / Math.max(1, batches)).toFixed(1),
      queue?.counts.redelivered ?? 0,
    ];
  });

const functions = ({ pipe }: Run): Row[] =>
  [...pipe.usage].map(([name, { invocations, mostInUse, throttled, failed, coldStarts }]) => [
    ...[name, invocations, mostInUse, throttled, failed, coldStarts],
  ]);

function units({ pipe }: Run): Row[] {
  const [write, read] = [pipe.units.hottest('write'), pipe.units.hottest('read')];
  const kinds = [...new Set([...write.keys(), ...read.keys()])].sort();
  return kinds.map((kind) => [kind, write.get(kind) ?? 0, read.get(kind) ?? 0]);
}

function rest(run: Run): string[] {
  const { pipe, calls, pending, gauges } = run;
  const { total, throttles } = pipe.units;
  const cost = costPerMillion(run);
  const usd = [...cost.values()].reduce((sum, one) => sum + one, 0);
  const parts = [...cost].map(([part, one]) => `${part} ${one.toFixed(2)}`).join(', ');
  return [
    `oldest stream record: ${inSeconds(gauges.get('age of the oldest stream record, ms')?.most ?? 0)}`,
    `calls: ${calls.recorded} recorded, ${calls.retried} recordings retried, ${pending} deliveries pending at the end`,
    `units: ${Math.round(total.write)} write, ${Math.round(total.read)} read; throttled: ${throttles.write} writes, ${throttles.read} reads`,
    `wake-ups: ${pipe.counts.sentBySweep} sent by the sweep, at most ${pipe.counts.mostHops} hops; ${pipe.counts.decrypted} decryptions`,
    `$${usd.toFixed(2)} for a million calls, without logs (${parts})`,
  ];
}

/** Returns rows as lines with aligned columns, after an empty line. */
const table = (rows: readonly Row[]): string[] => ['', joinCells(padCells(rows.map((row) => row.map(String))))];

/** Memory of every function of the pipeline. */
const MEMORY_GB = MEMORY_MB.background / 1_024;

/** Returns what the run cost by part, in dollars per million calls. Logs are missing, because nothing logs here. */
function costPerMillion({ pipe, calls }: Run): ReadonlyMap<string, number> {
  const usages = [...pipe.usage.values()];
  const sumOf = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);
  const queueRequests = sumOf([...pipe.queues.values()].map(({ counts }) => counts.requests));
  const used: readonly (readonly [part: string, price: Price, amount: number])[] = [
    ['table writes', PRICES.writeUnit, pipe.units.total.write],
    ['table reads', PRICES.readUnit, pipe.units.total.read],
    ['queue requests', PRICES.queueRequest, queueRequests],
    ['group ids', PRICES.fairQueueRequest, queueRequests],
    ['decryptions', PRICES.keyRequest, pipe.counts.decrypted],
    ['invocations', PRICES.invocation, sumOf(usages.map(({ invocations }) => invocations))],
    ['run time', PRICES.gigabyteSecond, (MEMORY_GB * sumOf(usages.map(({ busyMs }) => busyMs))) / 1_000],
  ];
  return new Map(used.map(([part, price, amount]) => [part, usdPerMillion(price, amount / calls.recorded)]));
}

/** Returns the largest value; NaN if there is none. */
export const longest = (valuesMs: readonly number[]) =>
  valuesMs.reduce((most, valueMs) => Math.max(most, valueMs), valuesMs.length === 0 ? Number.NaN : 0);

export const inSeconds = (valueMs: number) => (Number.isNaN(valueMs) ? '-' : `${(valueMs / 1_000).toFixed(1)} s`);
