import { type Scenario, SECOND_MS } from './scenario.ts';

export interface Steady {
  readonly callsPerSecond: number;
  readonly partners: number;
  readonly seconds: number;
  /** How many of the partners have receivers that hang. All partners then have as many calls. */
  readonly hanging?: number;
}

/** Returns a scenario with the same load all the time, in stage prod, whose figures the planner must predict. */
export function steady({ callsPerSecond, partners, seconds, hanging = 0 }: Steady): Scenario {
  const lengthMs = seconds * SECOND_MS;
  return {
    name: `${callsPerSecond} calls a second of ${partners} partners, ${hanging} of which hang`,
    groups: [
      { role: 'healthy', partners: partners - hanging, phases: ['healthy'] },
      { role: 'hanging', partners: hanging, phases: ['hangs'] },
    ],
    load: [{ fromMs: 0, untilMs: lengthMs, perSecond: callsPerSecond, skew: hanging === 0 ? 1 : 0 }],
    lengthMs,
    goals: [],
  };
}
