const MINUTE_MS = 60_000;

/** Converts real time to the time of alarms, whose minute can be shorter than a real minute. */
export interface AlarmClock {
  /** How many real milliseconds one minute of alarm time lasts. */
  readonly minuteMs: number;
  readonly at: (realMs: number) => number;
  /** The end of the current minute in alarm time. An evaluation then includes the datapoints of this minute. */
  readonly endOfMinute: (realMs: number) => number;
}

export function alarmClock(minuteSeconds: number): AlarmClock {
  const minuteMs = minuteSeconds * 1000;
  const at = (realMs: number) => realMs * (MINUTE_MS / minuteMs);
  return { minuteMs, at, endOfMinute: (realMs) => (Math.floor(at(realMs) / MINUTE_MS) + 1) * MINUTE_MS };
}
