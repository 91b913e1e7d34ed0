import type { AlarmDefinition } from '../cloudformation/alarm-definition.ts';
import { createNotificationFilter, type SuppressedBy } from './alarms/actions.ts';
import type { AlarmState, AlarmStateName, Datapoint, Evaluate } from './alarms/alarm.ts';

const MINUTE_MS = 60_000;

/** Converts real time to the time of alarms, whose minute can be shorter or longer than a real minute. */
export function alarmClock(minuteSeconds: number) {
  const minuteMs = minuteSeconds * 1000;
  const at = (realMs: number) => realMs * (MINUTE_MS / minuteMs);
  /** Returns the end of an alarm minute. An evaluation at this time includes the datapoints of this minute. */
  const endOfMinute = (realMs: number) => (Math.floor(at(realMs) / MINUTE_MS) + 1) * MINUTE_MS;
  return { minuteMs, at, endOfMinute };
}

export interface AlarmStateSince extends AlarmState {
  readonly sinceMs: number;
  readonly suppressedBy?: SuppressedBy;
}

interface Settings {
  readonly definitions: readonly AlarmDefinition[];
  /** Called before every evaluation. Returns a function that records the measurements under a given time. */
  readonly measure: () => Promise<(realMs: number) => void>;
  /** Returns the datapoints that the alarms need at `upToMs`, a time of `clock`. */
  readonly datapoints: (upToMs: number) => readonly Datapoint[];
  readonly evaluate: Evaluate;
  readonly clock: ReturnType<typeof alarmClock>;
  /** Returns the real time. Alarms and metrics ignore `--time-offset-seconds`. */
  readonly nowMs: () => number;
  readonly onChange?: (alarmState: AlarmStateSince, before: AlarmStateName) => void;
  /** Called when an alarm would notify somebody on AWS. */
  readonly onAction?: (alarmState: AlarmState) => void;
}

export type AlarmStates = ReturnType<typeof alarmStates>;

/**
 * Evaluates alarms on request, and remembers when each alarm entered its state. As in CloudWatch, an alarm begins as
 * INSUFFICIENT_DATA.
 */
export function alarmStates(settings: Settings) {
  const { definitions, measure, datapoints, evaluate, clock, nowMs, onChange, onAction } = settings;
  const actionsOf = createNotificationFilter();
  const startedMs = nowMs();
  const states = new Map<string, { readonly state: AlarmStateName; readonly sinceMs: number }>();

  const noteState = (found: AlarmState, realMs: number): AlarmStateSince => {
    const before = states.get(found.alarm.name) ?? { state: 'INSUFFICIENT_DATA', sinceMs: startedMs };
    if (before.state === found.state) return { ...found, sinceMs: before.sinceMs };
    const changed = { ...found, sinceMs: realMs };
    states.set(found.alarm.name, { state: found.state, sinceMs: realMs });
    onChange?.(changed, before.state);
    return changed;
  };

  return {
    /** Evaluates every alarm now. Returns the states in the order of the definitions. */
    async now(): Promise<readonly AlarmStateSince[]> {
      const note = await measure();
      const realMs = nowMs();
      note(realMs);
      const upToMs = clock.endOfMinute(realMs);
      const found = evaluate(definitions, datapoints(upToMs), upToMs, clock.at(startedMs));
      const { notifying, suppressedBy } = actionsOf(found, clock.at(realMs));
      const states = found.map((one) => {
        const by = suppressedBy(one.alarm.name);
        return { ...noteState(one, realMs), ...(by && { suppressedBy: by }) };
      });
      for (const one of notifying) onAction?.(one);
      return states;
    },
  };
}
