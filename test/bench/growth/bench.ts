import type { Bench, Figure, Measured, Plot, Size } from '../figure.ts';
import { inRotation, median, pairedRatios, summary } from '../statistics.ts';
import type { Operation } from './operations.ts';
import { CALLS_IN_A } from './stock.ts';
import { type Growth, growthWorld, type Sizes } from './world.ts';

const { day, month, year, decade } = CALLS_IN_A;
const SIZES: Sizes = {
  calls: [day, month, year],
  expired: [1, day, 3 * day],
  lines: [10, 1_000, 10_000],
  due: [10, 1_000, 10_000],
};
const SHORT_SIZES: Sizes = { calls: [10, 20], expired: [1, 10], lines: [10, 20], due: [10, 20] };
const FULL_SIZES: Sizes = {
  ...SIZES,
  calls: [...SIZES.calls, decade],
  lines: [...SIZES.lines, 100_000],
  due: [...SIZES.due, 100_000],
};
const SIZES_OF: Readonly<Record<Size, Sizes>> = { short: SHORT_SIZES, usual: SIZES, full: FULL_SIZES };
/** Long enough for the clock to measure, and so short that a disturbance affects all sizes of a round. */
const ROUND_MS = 60;

interface Cost {
  readonly cpuUs: number;
  readonly elapsedUs: number;
}

interface Grown {
  readonly growth: Growth;
  readonly units: ReadonlyMap<number, number>;
  readonly costs: ReadonlyMap<number, readonly Cost[]>;
}

/** Measures whether operations cost more when more is stored. */
export const growth: Bench = {
  name: 'growth',
  about: 'list, create, record and sweep where little is stored, and where much is',
  async measure({ size, say }) {
    const sizes = SIZES_OF[size];
    say(`storing up to ${sizes.calls.at(-1)?.toLocaleString('en')} calls of a line`);
    const world = await growthWorld(sizes);
    try {
      const grown: Grown[] = [];
      for (const [index, one] of world.growths.entries()) {
        say(`${one.name}, with up to ${largestOf(one).toLocaleString('en')} ${one.of}`);
        const units = await unitsOf(world.metered[index] ?? one, world.meter);
        grown.push({ growth: one, units, costs: await costsOf(one, size) });
      }
      return measured(grown);
    } finally {
      await world.close();
    }
  },
};

const sizesOf = ({ bySize }: Growth) => [...bySize.keys()];
const smallestOf = (growth: Growth) => Math.min(...sizesOf(growth));
const largestOf = (growth: Growth) => Math.max(...sizesOf(growth));

/** Returns the capacity units of one operation, divided by the number of things that it did. */
async function unitsOf({ bySize }: Growth, meter: { taken(): readonly { readUnits: number; writeUnits: number }[] }) {
  const units = new Map<number, number>();
  for (const [size, operation] of bySize) {
    meter.taken();
    const done = await operation();
    const used = meter.taken().reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);
    units.set(size, used / done);
  }
  return units;
}

async function costsOf({ bySize, rounds }: Growth, wanted: Size): Promise<Map<number, Cost[]>> {
  const variants = Object.fromEntries([...bySize].map(([size, operation]) => [size, () => timed(operation, wanted)]));
  const results = await inRotation(wanted === 'short' ? 1 : rounds, variants);
  return new Map(Object.entries(results).map(([size, costs]) => [Number(size), costs]));
}

/** Returns the CPU time of this process, and the elapsed time including the engine. */
async function timed(operation: Operation, wanted: Size): Promise<Cost> {
  const startedMs = performance.now();
  const cpuBefore = process.cpuUsage();
  let done = 0;
  do {
    done += await operation();
  } while (wanted !== 'short' && performance.now() - startedMs < ROUND_MS);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuUs: (user + system) / done, elapsedUs: ((performance.now() - startedMs) * 1_000) / done };
}

const measured = (grown: readonly Grown[]): Measured => ({
  figures: grown.flatMap(figuresOf),
  plots: [
    plotOf('growth-cpu', 'CPU by number of stored items', 'CPU ÷ CPU with the fewest items', grown, cpuAt),
    plotOf(
      'growth-units',
      'Capacity units by number of stored items',
      'units ÷ units with the fewest items',
      grown,
      unitsAt,
    ),
  ],
});

function figuresOf({ growth, units, costs }: Grown): Figure[] {
  const [small, large] = [smallestOf(growth), largestOf(growth)];
  const item = growth.of.replace(/ of the .*/, '').replace(/s$/, small === 1 ? '' : 's');
  const at = (size: number, pick: (cost: Cost) => number) => (costs.get(size) ?? []).map(pick);
  const ratio = (pick: (cost: Cost) => number) => summary(pairedRatios(at(large, pick), at(small, pick)));
  const name = (what: string) =>
    `${growth.name}: ${what} with ${large.toLocaleString('en')} ${growth.of} ÷ ${what} with ${small.toLocaleString('en')} ${item}`;
  const goal = growth.name === 'list calls' ? ({ goal: { atMost: 1.2 } } as const) : {};
  const [unitsLarge, unitsSmall] = [units.get(large) ?? Number.NaN, units.get(small) ?? Number.NaN];
  const us = (size: number, pick: (cost: Cost) => number) => `${median(at(size, pick)).toFixed(0)} µs`;
  const medians = (pick: (cost: Cost) => number) => `medians: ${us(large, pick)}, ${us(small, pick)}`;
  const cpu = ({ cpuUs }: Cost) => cpuUs;
  const elapsed = ({ elapsedUs }: Cost) => elapsedUs;
  return [
    {
      name: name('units'),
      value: unitsLarge / unitsSmall,
      unit: '',
      ...goal,
      note: `${unitsLarge} ÷ ${unitsSmall}`,
    },
    { name: name('CPU'), ...ratio(cpu), unit: '', ...goal, note: medians(cpu) },
    { name: name('time'), ...ratio(elapsed), unit: '', note: medians(elapsed) },
  ];
}

const cpuAt = ({ costs }: Grown, size: number) => median((costs.get(size) ?? []).map(({ cpuUs }) => cpuUs));
const unitsAt = ({ units }: Grown, size: number) => units.get(size) ?? Number.NaN;

function plotOf(
  name: string,
  title: string,
  yLabel: string,
  grown: readonly Grown[],
  at: (grown: Grown, size: number) => number,
): Plot {
  return {
    name,
    title,
    xLabel: 'stored items',
    yLabel,
    kind: 'lines',
    logarithmic: { x: true },
    series: grown.map((one) => ({
      name: `${one.growth.name} (${one.growth.of})`,
      points: sizesOf(one.growth).map((size) => [size, at(one, size) / at(one, smallestOf(one.growth))] as const),
    })),
  };
}
