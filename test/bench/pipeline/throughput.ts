import type { Figure, LinePlot } from '../figure.ts';
import { inRotation, summary } from '../statistics.ts';
import type { Extent } from './extent.ts';
import type { Delivered } from './reconciled.ts';
import { arrivals, burst, type Calls } from './recorder.ts';
import { type PipelineWorld, partnersText, SUMMARY } from './world.ts';

const CALLERS = 8;
const PAYLOAD_PARTNERS = 10;
/** Sizes of summaries. The contract allows at most 64 KiB. */
const PAYLOADS_KIB = [1, 16, 60];

interface Variant {
  readonly name: string;
  /** The position in the plot. */
  readonly x: number;
  readonly calls: Calls;
}

export async function throughput(world: PipelineWorld, { partners, rounds: times, eventsOfBurst }: Extent) {
  const byPartners = partners.map(
    (count): Variant => ({ name: partnersText(count), x: count, calls: world.callsOf(count) }),
  );
  const byPayload = PAYLOADS_KIB.map((kib): Variant => {
    const calls = world.callsOf(PAYLOAD_PARTNERS, text(kib * 1_024));
    return { name: `summaries of ${kib} KiB`, x: kib, calls };
  });
  const variants = [...byPartners, ...byPayload];

  const rounds = await inRotation<string>(
    times,
    Object.fromEntries(
      variants.map(({ name, calls }) => [name, () => deliveriesPerSecond(world, calls, eventsOfBurst)]),
    ),
  );
  const of = (name: string) => rounds[name] ?? [];

  const figures = variants.map(
    ({ name }): Figure => ({ name: `throughput, ${name}`, ...summary(of(name)), unit: 'deliveries/s' }),
  );
  const points = (some: readonly Variant[]) => some.map(({ name, x }) => [x, summary(of(name)).value] as const);
  const plots = [
    plot('throughput-partners', 'Throughput by number of partners', 'partners', [
      { name: 'pipeline', points: points(byPartners) },
    ]),
    plot('throughput-payload', `Throughput by payload size, ${PAYLOAD_PARTNERS} partners`, 'KiB of a summary', [
      { name: 'pipeline', points: points(byPayload) },
    ]),
  ];
  return { figures, plots, perSecond: summary(of(partnersText(PAYLOAD_PARTNERS))).value };
}

/** Returns the rate of a burst, from its first recorded call to its last POST. */
async function deliveriesPerSecond(world: PipelineWorld, calls: Calls, events: number): Promise<number> {
  const delivered: readonly Delivered[] = await world.ledger.delivered(
    await burst(world.recorder, calls, events, CALLERS),
  );
  const fromMs = Math.min(...delivered.map(({ plannedAtMs }) => plannedAtMs));
  const toMs = Math.max(...delivered.map(({ postedAtMs }) => postedAtMs));
  return (delivered.length / (toMs - fromMs)) * 1_000;
}

const text = (bytes: number) => SUMMARY.repeat(Math.ceil(bytes / SUMMARY.length)).slice(0, bytes);

const plot = (name: string, title: string, xLabel: string, series: LinePlot['series']): LinePlot => ({
  ...{ name, title, xLabel, yLabel: 'deliveries a second', kind: 'lines', logarithmic: { x: true } },
  series,
});

const PARTNERS = 10;
/** If more events than arrive in this many seconds are unfinished at the end, there is a backlog. */
const LEFT_OVER_SECONDS = 1;

/** Measures the highest rate of arrivals without a backlog. It raises the rate until a backlog grows. */
export async function sustained(
  world: PipelineWorld,
  { steps, stepSeconds }: Extent,
  burstPerSecond: number,
): Promise<Figure> {
  let held = 0;
  for (const step of steps) {
    const ratePerSecond = burstPerSecond * step;
    const recorded = await arrivals(world.recorder, world.callsOf(PARTNERS), ratePerSecond, stepSeconds);
    const delivered = await world.ledger.delivered(recorded);
    const endMs = Math.max(...delivered.map(({ plannedAtMs }) => plannedAtMs));
    const leftOver = delivered.filter(({ postedAtMs }) => postedAtMs > endMs).length;
    if (leftOver > ratePerSecond * LEFT_OVER_SECONDS) break;
    held = delivered.length / stepSeconds;
  }
  return { name: `sustained, ${partnersText(PARTNERS)}`, value: held, unit: 'deliveries/s' };
}
