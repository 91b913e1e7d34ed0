import type { Group } from '../world/partners.ts';
import type { Kind } from '../world/receivers.ts';
import { type Load, MINUTE_MS, type Scenario, SECOND_MS, type Size } from './scenario.ts';

const group = (role: string, partners: number, ...phases: Group['phases']): Group => ({ role, partners, phases });
const OTHERS = group('others', 30, 'healthy');
/** When the partner of a scenario begins to fail. By then, the mappings have the pollers that the load needs. */
const BEGINS_MS = 30 * SECOND_MS;
/** The rate at which a burst is recorded: about what the reserved concurrency of record-call admits. */
const BURST_PER_SECOND = 1_000;

/** Calls of the other partners, all the time. */
const background = (untilMs: number, scale: number): Load => ({
  roles: ['others'],
  fromMs: 0,
  untilMs,
  perSecond: 40 * scale,
});

const burst = (role: string, calls: number, scale: number, fromMs = BEGINS_MS): Load => ({
  roles: [role],
  fromMs,
  untilMs: fromMs + (calls / BURST_PER_SECOND) * SECOND_MS,
  perSecond: BURST_PER_SECOND * scale,
});

const calls = (count: number) => `${count.toLocaleString('en')} calls`;

/** The first calls of a run meet cold environments, and are not part of the goals. */
const PARTS = [
  { name: 'before', fromMs: 0 },
  { name: 'from then on', fromMs: BEGINS_MS },
] as const;

const othersWaitAtMost = (atMostMs: number) => ({
  what: 'longest wait of the other partners',
  role: 'others',
  part: 'from then on',
  bound: { figure: 'longest', atMostMs } as const,
});

/** Returns the scenarios with one troubled partner or several. */
export const fairnessScenarios = ({ stage, scale }: Size): readonly Scenario[] =>
  scenariosAt(scale).map((scenario) => ({ ...scenario, stage, parts: PARTS }));

const scenariosAt = (scale: number): readonly Scenario[] => [
  {
    name: `one partner begins to hang at ${100 * scale} calls a second`,
    groups: [group('hanging', 1, 'healthy', { kind: 'hangs', fromMs: BEGINS_MS }), OTHERS],
    load: [
      { roles: ['hanging'], fromMs: 0, untilMs: 90 * SECOND_MS, perSecond: 100 * scale },
      background(90 * SECOND_MS, scale),
    ],
    lengthMs: 2 * MINUTE_MS,
    goals: [othersWaitAtMost(1.5 * SECOND_MS)],
  },
  behindBurst('a hanging partner', 'hangs', scale),
  behindBurst('a partner that takes 2.9 s', 'takes 2.9 s', scale),
  {
    name: `a partner that takes 4 s, beside a dead one with ${calls(5_000 * scale)} waiting`,
    groups: [group('dead', 1, 'hangs'), group('takes 4 s', 1, 'takes 4 s'), OTHERS],
    load: [
      burst('dead', 5_000, scale),
      { roles: ['takes 4 s'], fromMs: MINUTE_MS, untilMs: 2 * MINUTE_MS, perSecond: 5 * scale },
      background(2 * MINUTE_MS, scale),
    ],
    lengthMs: 5 * MINUTE_MS,
    goals: [
      {
        what: 'longest wait of the partner',
        role: 'takes 4 s',
        bound: { figure: 'longest', atMostMs: 15 * SECOND_MS },
      },
    ],
  },
  {
    name: `ten partners begin to hang in the same second, at ${4 * scale} calls a second each`,
    groups: [group('hanging', 10, 'healthy', { kind: 'hangs', fromMs: BEGINS_MS }), group('healthy', 90, 'healthy')],
    load: [
      { roles: ['hanging'], fromMs: 0, untilMs: MINUTE_MS, perSecond: 40 * scale },
      { roles: ['healthy'], fromMs: 0, untilMs: MINUTE_MS, perSecond: 90 * scale },
    ],
    lengthMs: 2 * MINUTE_MS,
    goals: [
      {
        what: 'p99 of the healthy ones',
        role: 'healthy',
        part: 'from then on',
        bound: { figure: 'p99', atMostMs: 2 * SECOND_MS },
      },
    ],
  },
];

function behindBurst(whose: string, kind: Kind, scale: number): Scenario {
  const endsMs = BEGINS_MS + 5 * SECOND_MS;
  return {
    name: `${calls(5_000 * scale)} of ${whose}, then 10 of a healthy one`,
    groups: [group('troubled', 1, kind), group('healthy', 1, 'healthy'), OTHERS],
    load: [
      burst('troubled', 5_000, scale),
      { roles: ['healthy'], fromMs: endsMs, untilMs: endsMs + SECOND_MS, perSecond: 10 },
      background(MINUTE_MS, scale),
    ],
    lengthMs: 2 * MINUTE_MS,
    goals: [
      { what: 'longest wait of the 10', role: 'healthy', bound: { figure: 'longest', atMostMs: 2 * SECOND_MS } },
      othersWaitAtMost(2 * SECOND_MS),
    ],
  };
}
