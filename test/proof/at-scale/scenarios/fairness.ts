import { MINUTE_MS, SECOND_MS } from '../world/start.ts';
import type { Scenario } from './scenario.ts';

const HEALTHY = { role: 'healthy', partners: 30, phases: ['healthy'] } as const;

export const FAIRNESS: readonly Scenario[] = [
  {
    name: 'one partner begins to hang at 100 calls a second beside healthy ones',
    groups: [{ role: 'hanging', partners: 1, phases: ['healthy', { kind: 'hangs', fromMs: 30 * SECOND_MS }] }, HEALTHY],
    load: [
      { roles: ['hanging'], fromMs: 0, untilMs: MINUTE_MS, perSecond: 100 },
      { roles: ['healthy'], fromMs: 0, untilMs: MINUTE_MS, perSecond: 40 },
    ],
    lengthMs: 2 * MINUTE_MS,
    goals: [{ what: 'longest wait of others', role: 'healthy', figure: 'longest', atMostMs: 1.5 * SECOND_MS }],
  },
];
