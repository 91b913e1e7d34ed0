import type { Group } from '../world/partners.ts';
import type { Kind } from '../world/receivers.ts';
import { HOUR_MS, MINUTE_MS, type Scenario, SECOND_MS } from './scenario.ts';

const WAYS_TO_FAIL: readonly Kind[] = ['hangs', 'takes 4 s', 'returns 503', 'refuses connections', 'returns 410'];
/** One partner in twenty fails, and is in the middle of its twenty, so that failing partners are of every size. */
const OF_TWENTY = { before: 9, after: 10 };
const CALLS_PER_HOUR = 300_000;
/** Calls recorded shortly before the outage are still on their way when it begins. */
const ON_THE_WAY_MS = 10 * SECOND_MS;
/** For each hour of the outage, for how long after the outage calls may wait longer. */
const CALM_AFTER_MS = 5 * MINUTE_MS;

/** The size of the day, unless the flags `--partners` and `--hours` change it. */
export const DAY_SIZE = { partners: 2_000, hours: 2 } as const;

interface DaySize {
  readonly partners?: number | undefined;
  /** The hours for which the pipeline runs, and then the hours for which it does not. */
  readonly hours?: number | undefined;
}

/** Returns the day in stage prod: partners of very different sizes, an outage behind the table, and recovery. */
export function day({ partners = DAY_SIZE.partners, hours = DAY_SIZE.hours }: DaySize): Scenario {
  const [stopsMs, startsMs] = [hours * HOUR_MS, 2 * hours * HOUR_MS];
  const calmMs = startsMs + hours * CALM_AFTER_MS;
  const endsMs = calmMs + 2 * hours * CALM_AFTER_MS;
  const healthy = ['healthy', 'healthy, 1 % slow'] as const;
  const wait = (role: string, part: string, figure: 'p99' | 'longest', atMostMs: number) => ({
    what: `${figure} of "${role}", ${part}`,
    ...{ role, part, bound: { figure, atMostMs } },
  });
  return {
    name: `a day of ${partners} partners, with an outage of ${hours} hours`,
    groups: Array.from({ length: Math.ceil(partners / 20) }, (_, index) => twenty(index, stopsMs)).flat(),
    load: [
      { fromMs: 0, untilMs: endsMs, perSecond: (CALLS_PER_HOUR / 3_600) * (partners / DAY_SIZE.partners), skew: 1 },
    ],
    acts: [
      { atMs: stopsMs, act: 'stop pipeline' },
      { atMs: startsMs, act: 'start pipeline' },
    ],
    parts: [
      { name: 'before the outage', fromMs: 0 },
      { name: 'in the outage', fromMs: stopsMs - ON_THE_WAY_MS },
      { name: 'shortly after it', fromMs: startsMs },
      { name: 'later', fromMs: calmMs },
    ],
    lengthMs: endsMs + MINUTE_MS,
    goals: healthy.flatMap((role) => [
      wait(role, 'before the outage', 'p99', 2 * SECOND_MS),
      wait(role, 'before the outage', 'longest', 15 * SECOND_MS),
      wait(role, 'later', 'p99', 10 * SECOND_MS),
    ]),
  };
}

/** Returns twenty partners of which one fails. In every second round of ways, it fails only for a while. */
function twenty(index: number, stopsMs: number): Group[] {
  const kind = WAYS_TO_FAIL[index % WAYS_TO_FAIL.length] ?? 'hangs';
  const isForAWhile = Math.floor(index / WAYS_TO_FAIL.length) % 2 === 1;
  const failing: Group = isForAWhile
    ? {
        role: `${kind} for a while`,
        partners: 1,
        phases: ['healthy', { kind, fromMs: stopsMs / 4 }, { kind: 'healthy', fromMs: stopsMs / 2 }],
      }
    : { role: kind, partners: 1, phases: [kind] };
  return [
    { role: 'healthy', partners: OF_TWENTY.before, phases: ['healthy'] },
    failing,
    { role: 'healthy, 1 % slow', partners: OF_TWENTY.after, phases: ['slow at times'] },
  ];
}
