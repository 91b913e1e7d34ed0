import type { Figure, Plot } from '../figure.ts';
import { inRotation, pairedRatios, summary } from '../statistics.ts';
import { startEnginesOnly } from './engines-only.ts';
import { arrivals, burst, type Calls } from './load.ts';
import type { Delivered } from './reconciled.ts';
import { type PipelineWorld, SUMMARY } from './world.ts';

const ROUNDS = 7;
const EVENTS = 120;
const CALLERS = 8;
const KILOBYTE = 1_024;
/** Bytes of a summary; the contract's largest is 64 KiB. */
const PAYLOADS = [KILOBYTE, 16 * KILOBYTE, 60 * KILOBYTE];

/** As fast as the pipeline goes, beside the same engines with nothing of ours between. */
export async function throughput(world: PipelineWorld, partners: readonly number[]) {
  const delivered = (calls: Calls) => async () => {
    const all = await world.ledger.delivered(await burst(world.recorder, calls, EVENTS, CALLERS));
    return perSecond(all);
  };
  const engines = await startEnginesOnly();
  const byPartners = partners.map((count) => [`${count} partners`, delivered(world.callsOf(count))] as const);
  const byPayload = PAYLOADS.map((bytes) => [`${bytes} bytes`, delivered(world.callsOf(10, text(bytes)))] as const);
  const rounds = await inRotation(ROUNDS, {
    ...Object.fromEntries([...byPartners, ...byPayload]),
    engines: () => engines.throughput(EVENTS, CALLERS, SUMMARY),
  }).finally(engines.close);
  const of = (name: string) => rounds[name] ?? [];

  const figures: Figure[] = [
    {
      name: 'pipeline throughput ÷ engines-only bound',
      ...summary(pairedRatios(of('10 partners'), of('engines'))),
      unit: '',
      goal: { atLeast: 0.6 },
      note: 'the bound: put, stream read, queue send, receive and delete by bare requests',
    },
    { name: 'engines only', ...summary(of('engines')), unit: 'events/s' },
    ...[...byPartners, ...byPayload].map(
      ([name]): Figure => ({ name: `pipeline, ${name}`, ...summary(of(name)), unit: 'deliveries/s' }),
    ),
  ];
  const points = (names: readonly string[], at: readonly number[]) =>
    names.map((name, index) => [at[index] ?? 0, summary(of(name)).value] as const);
  const plots: Plot[] = [
    plot('throughput-partners', 'Throughput against partners', 'partners', [
      {
        name: 'pipeline',
        points: points(
          partners.map((count) => `${count} partners`),
          partners,
        ),
      },
      { name: 'engines only', points: partners.map((count) => [count, summary(of('engines')).value] as const) },
    ]),
    plot('throughput-payload', 'Throughput against payload, 10 partners', 'bytes of the summary', [
      {
        name: 'pipeline',
        points: points(
          PAYLOADS.map((bytes) => `${bytes} bytes`),
          PAYLOADS,
        ),
      },
    ]),
  ];
  return { figures, plots, deliveriesPerSecond: summary(of('10 partners')).value };
}

const STEP_SECONDS = 4;
/** Of the burst's throughput, in which the callers wait for each other and the first and last events for nobody. */
const STEPS = [0.5, 0.65, 0.8, 0.95, 1.1, 1.25];
/** Events that are not yet posted when the arrivals end, in seconds of arrivals. */
const BACKLOG_SECONDS = 1;

/** The highest rate of arrivals at which no backlog was left: raised until one grows. */
export async function sustained(world: PipelineWorld, guessPerSecond: number): Promise<Figure> {
  let held = 0;
  for (const step of STEPS) {
    const ratePerSecond = guessPerSecond * step;
    const recorded = await arrivals(world.recorder, world.callsOf(10), ratePerSecond, STEP_SECONDS);
    const delivered = await world.ledger.delivered(recorded);
    const endMs = Math.max(...delivered.map(({ plannedAtMs }) => plannedAtMs));
    const late = delivered.filter(({ postedAtMs }) => postedAtMs > endMs).length;
    if (late > ratePerSecond * BACKLOG_SECONDS) break;
    held = delivered.length / STEP_SECONDS;
  }
  return {
    name: 'deliveries a second, sustained at 10 partners',
    value: held,
    unit: '1/s',
    note: `raised in steps until more than ${BACKLOG_SECONDS} s of arrivals were left over`,
  };
}

function perSecond(delivered: readonly Delivered[]): number {
  const fromMs = Math.min(...delivered.map(({ plannedAtMs }) => plannedAtMs));
  const toMs = Math.max(...delivered.map(({ postedAtMs }) => postedAtMs));
  return (delivered.length / (toMs - fromMs)) * 1_000;
}

const text = (bytes: number) => SUMMARY.repeat(Math.ceil(bytes / SUMMARY.length)).slice(0, bytes);

const plot = (name: string, title: string, xLabel: string, series: Plot['series']): Plot => ({
  ...{ name, title, xLabel, yLabel: 'deliveries a second', kind: 'lines', logarithmic: { x: true } },
  series,
});
