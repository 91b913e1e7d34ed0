import type { AlarmDefinition } from '../cloudformation/alarm-definition.ts';
import type { AlarmClock } from './alarm-clock.ts';
import type { AlarmState, AlarmStateName, Datapoint, Evaluate } from './alarms/alarm.ts';

/** An alarm's state now, and since when it has been in it. */
export interface AlarmStateSince extends AlarmState {
  readonly sinceMs: number;
}

interface Settings {
  readonly definitions: readonly AlarmDefinition[];
  /** Asks for what has to be asked for before every evaluation. What it answers counts from the moment of the evaluation. */
  readonly measure: () => Promise<(realMs: number) => void>;
  /** What is known up to that time of the alarms. */
  readonly datapoints: (upToMs: number) => readonly Datapoint[];
  readonly evaluate: Evaluate;
  readonly clock: AlarmClock;
  /** The real time: metrics and alarms do not go with a clock that was moved for the functions. */
  readonly nowMs: () => number;
  readonly onChange?: (alarmState: AlarmStateSince, before: AlarmStateName) => void;
}

export interface AlarmStates {
  /** Evaluates every alarm now. In the order of the definitions. */
  now(): Promise<readonly AlarmStateSince[]>;
}

/** Evaluates alarms whenever asked, and remembers since when each is as it is. As in CloudWatch, none has a state at first. */
export function alarmStates(settings: Settings): AlarmStates {
  const { definitions, measure, datapoints, evaluate, clock, nowMs, onChange } = settings;
  const states = new Map<string, { readonly state: AlarmStateName; readonly sinceMs: number }>();

  const noteState = (found: AlarmState, realMs: number): AlarmStateSince => {
    const before = states.get(found.alarm.name) ?? { state: 'INSUFFICIENT_DATA', sinceMs: realMs };
    if (before.state === found.state) return { ...found, sinceMs: before.sinceMs };
    const changed = { ...found, sinceMs: realMs };
    states.set(found.alarm.name, { state: found.state, sinceMs: realMs });
    onChange?.(changed, before.state);
    return changed;
  };

  return {
    async now() {
      const note = await measure();
      const realMs = nowMs();
      note(realMs);
      const upToMs = clock.endOfMinute(realMs);
      return evaluate(definitions, datapoints(upToMs), upToMs).map((found) => noteState(found, realMs));
    },
  };
}
