import { type Act, type Goal, type Load, MINUTE_MS, type Scenario, SECOND_MS, type Size } from './scenario.ts';

const OTHERS = { role: 'others', partners: 30, phases: ['healthy'] } as const;
const OTHERS_NOTICE_NOTHING: Goal = {
  what: 'longest wait of the other partners',
  role: 'others',
  bound: { figure: 'longest', atMostMs: 2 * SECOND_MS },
};

/** Returns the scenarios with many calls that wait. */
export const recoveryScenarios = ({ stage, scale, waiting }: Size): readonly Scenario[] =>
  [comesBack(scale), suspended(scale, waiting)].map((scenario) => ({ ...scenario, stage }));

/**
 * The calls of a partner wait because its receiver hangs, and it comes back. Before that, as many calls of another
 * partner wait because the lanes are stopped, to see how fast they are delivered.
 */
function comesBack(scale: number): Scenario {
  const [stopsMs, startsMs, hangsMs, backMs] = [0, MINUTE_MS, 3 * MINUTE_MS, 6 * MINUTE_MS] as const;
  // At this rate, the partner's attempts become due faster than the hung lane can make them. So many attempts are due
  // when the receiver comes back.
  const perSecond = 200 * scale;
  const calls: Load[] = [
    // The undisturbed partner gets more calls than the number of attempts that are due when the receiver comes back.
    { roles: ['undisturbed'], fromMs: stopsMs, untilMs: startsMs, perSecond: 400 * scale },
    { roles: ['comes back'], fromMs: hangsMs, untilMs: backMs, perSecond },
    { roles: ['others'], fromMs: startsMs, untilMs: 9 * MINUTE_MS, perSecond: 20 * scale },
  ];
  const acts: Act[] = [
    { atMs: stopsMs, act: 'stop lanes' },
    { atMs: startsMs, act: 'start pipeline' },
    { atMs: startsMs, act: 'measure drain', role: 'undisturbed' },
    { atMs: backMs, act: 'measure drain', role: 'comes back' },
  ];
  return {
    name: 'the receiver of a partner comes back after three minutes',
    groups: [
      { role: 'undisturbed', partners: 1, phases: ['healthy'] },
      { role: 'comes back', partners: 1, phases: ['hangs', { kind: 'healthy', fromMs: backMs }] },
      OTHERS,
    ],
    load: calls,
    acts,
    lengthMs: 12 * MINUTE_MS,
    parts: [
      { name: 'before', fromMs: 0 },
      { name: 'once it is back', fromMs: backMs },
    ],
    goals: [
      {
        what: 'rate of due attempts, as a share of the undisturbed rate',
        role: 'comes back',
        bound: { figure: 'drain', atLeast: 0.5, of: 'undisturbed' },
      },
      { ...OTHERS_NOTICE_NOTHING, part: 'once it is back' },
    ],
  };
}

/**
 * Many calls of a partner wait because its receiver hangs. Then an operator suspends the partner, whose lines still get
 * calls.
 */
function suspended(scale: number, waiting: number): Scenario {
  const [suspendedMs, endsMs] = [65 * SECOND_MS, 4 * MINUTE_MS] as const;
  const part = 'once it is suspended';
  return {
    name: `a partner is suspended with ${waiting.toLocaleString('en')} calls waiting`,
    groups: [{ role: 'suspended', partners: 1, phases: ['hangs'] }, OTHERS],
    load: [
      { roles: ['suspended'], fromMs: 0, untilMs: MINUTE_MS, perSecond: waiting / 60 },
      { roles: ['suspended'], fromMs: suspendedMs, untilMs: endsMs, perSecond: 20 * scale },
      { roles: ['others'], fromMs: 0, untilMs: endsMs, perSecond: 40 * scale },
    ],
    acts: [{ atMs: suspendedMs, act: 'suspend', role: 'suspended' }],
    parts: [
      { name: 'before', fromMs: 0 },
      { name: part, fromMs: suspendedMs },
    ],
    lengthMs: 5 * MINUTE_MS,
    goals: [
      { what: 'requests to the partner', role: 'suspended', part, bound: { figure: 'requests', atMost: 0 } },
      { ...OTHERS_NOTICE_NOTHING, part },
    ],
  };
}
