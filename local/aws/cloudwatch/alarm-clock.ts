const MINUTE_MS = 60_000;

/**
 * Converts real time to the time that alarms use. One minute of alarm time can last less than a real minute.
 */
export interface AlarmClock {
  /** How many real milliseconds one minute of alarm time lasts. */
  readonly minuteMs: number;
  readonly at: (realMs: number) => number;
  /**
   * Returns the end of the current minute in alarm time. An evaluation at that time includes the datapoints of the
   * current minute so far.
   */
  readonly endOfMinute: (realMs: number) => number;
}

/** Returns a clock on which one minute of alarm time lasts `minuteSeconds` real seconds. */
export function alarmClock(minuteSeconds: number): AlarmClock {
  const minuteMs = minuteSeconds * 1000;
  const at = (realMs: number) => realMs * (MINUTE_MS / minuteMs);
  return { minuteMs, at, endOfMinute: (realMs) => (Math.floor(at(realMs) / MINUTE_MS) + 1) * MINUTE_MS };
}
