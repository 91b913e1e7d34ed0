import type { Figure, Plot } from '../figure.ts';
import { inRotation, median, pairedRatios, quantile, summary } from '../statistics.ts';
import type { Extent } from './extent.ts';
import type { Delivered } from './reconciled.ts';
import { arrivals } from './recorder.ts';
import { type PipelineWorld, partnersText } from './world.ts';

/** The rate of calls, as a share of the throughput: so low that calls do not wait for each other. */
const LOAD = 0.4;
/** The calls of the hanging partner, as a share of the calls of the other partners. */
const HANGING = 0.1;

interface Worlds {
  /** A service in which no partner hangs. */
  readonly calm: PipelineWorld;
  /** A service in which one partner hangs. */
  readonly troubled: PipelineWorld;
}

/** Measures the time from the planned recording of a call to its POST, with and without a hanging partner. */
export async function latency({ calm, troubled }: Worlds, extent: Extent, fastestPerSecond: number) {
  const { partners, rounds: times, eventsOfLatency } = extent;
  const ratePerSecond = fastestPerSecond * LOAD;
  const seconds = eventsOfLatency / ratePerSecond;
  const round = async (world: PipelineWorld, count: number, withHanging: boolean) => {
    const [recorded] = await Promise.all([
      arrivals(world.recorder, world.callsOf(count), ratePerSecond, seconds),
      withHanging && arrivals(world.recorder, world.callsOfHanging, ratePerSecond * HANGING, seconds),
    ]);
    return world.ledger.delivered(recorded);
  };
  const variants = partners.flatMap((count) => [
    [partnersText(count), () => round(calm, count, false)] as const,
    [`${partnersText(count)} while another hangs`, () => round(troubled, count, true)] as const,
  ]);
  const rounds = await inRotation<string, Delivered[]>(times, Object.fromEntries(variants));
  const of = (name: string) => rounds[name] ?? [];

  const p99s = (name: string) => of(name).map((delivered) => quantile(delivered.map(recordToPost), 0.99));
  const p50s = (name: string) => of(name).map((delivered) => quantile(delivered.map(returnToPost), 0.5));
  const figures: Figure[] = [
    {
      name: 'record → POST, 10 partners: p99 with one more partner, which hangs ÷ p99 without it',
      ...summary(pairedRatios(p99s(`${partnersText(10)} while another hangs`), p99s(partnersText(10)))),
      unit: '',
      goal: { atMost: 1.5 },
      note: `with the hanging partner in the hung lane; ${atRate(ratePerSecond)}`,
    },
    {
      name: "p50 from record-call's response to the POST",
      ...summary(p50s(partnersText(partners[0] ?? 1))),
      unit: 'ms',
      goal: { atMost: 50 },
      note: `${atRate(ratePerSecond)}, ${partnersText(partners[0] ?? 1)}`,
    },
    ...variants.map(([name]) => quantilesOf(name, of(name))),
  ];
  return { figures, plots: [distribution(variants.map(([name]) => ({ name, delivered: of(name).flat() })))] };
}

/** Measures the longest wait of the other partners' events while the service does not yet know that one hangs. */
export async function transient(
  world: PipelineWorld,
  { transientSeconds }: Extent,
  fastestPerSecond: number,
): Promise<Figure> {
  const ratePerSecond = fastestPerSecond * LOAD;
  const [recorded] = await Promise.all([
    arrivals(world.recorder, world.callsOf(10), ratePerSecond, transientSeconds),
    arrivals(world.recorder, world.callsOfHanging, ratePerSecond * HANGING, transientSeconds),
  ]);
  const waitsMs = (await world.ledger.delivered(recorded)).map(recordToPost);
  return {
    name: 'a partner begins to hang: longest wait of the other partners',
    value: Math.max(...waitsMs) / 1_000,
    unit: 's',
    goal: { atMost: 1.5 },
    note: 'the partner that hangs has at most 10 % of the calls',
  };
}

function quantilesOf(name: string, rounds: readonly (readonly Delivered[])[]): Figure {
  const waitsMs = rounds.flat().map(recordToPost);
  const [p95, p99] = [0.95, 0.99].map((share) => `${quantile(waitsMs, share).toFixed(0)} ms`);
  return {
    name: `p50 of record → POST, ${name}`,
    ...summary(rounds.map((delivered) => median(delivered.map(recordToPost)))),
    unit: 'ms',
    note: `p95 ${p95}, p99 ${p99} (${waitsMs.length} calls)`,
  };
}

const atRate = (ratePerSecond: number) => `${ratePerSecond.toFixed(0)} calls a second`;

const recordToPost = ({ plannedAtMs, postedAtMs }: Delivered) => postedAtMs - plannedAtMs;
/** Returns the milliseconds from the return of `record-call` to the POST, negative if the POST came first. */
const returnToPost = ({ returnedAtMs, postedAtMs }: Delivered) => postedAtMs - returnedAtMs;

const SHARES = Array.from({ length: 100 }, (_, percent) => percent / 100).concat(0.995);

const distribution = (variants: readonly { name: string; delivered: readonly Delivered[] }[]): Plot => ({
  name: 'pipeline-latency',
  title: 'Time from recording a call to its POST',
  xLabel: 'milliseconds',
  yLabel: 'share of the events posted',
  kind: 'lines',
  logarithmic: { x: true },
  series: variants.map(({ name, delivered }) => {
    const waitsMs = delivered.map(recordToPost);
    return { name, points: SHARES.map((share) => [quantile(waitsMs, share), share] as const) };
  }),
});
