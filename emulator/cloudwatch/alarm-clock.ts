const MINUTE_MS = 60_000;

/** The time that alarms see. Their periods are whole minutes, but such a minute may be shorter here. */
export interface AlarmClock {
  /** How long an alarm minute lasts in real time. */
  readonly minuteMs: number;
  /** Converts a real time to alarm time. */
  readonly at: (realMs: number) => number;
  /**
   * Returns the end of the current alarm minute, in alarm time. An evaluation at that end includes what is known of
   * this minute.
   */
  readonly endOfMinute: (realMs: number) => number;
}

/** Makes each alarm minute last that many real seconds. */
export function alarmClock(minuteSeconds: number): AlarmClock {
  const minuteMs = minuteSeconds * 1000;
  const at = (realMs: number) => realMs * (MINUTE_MS / minuteMs);
  return { minuteMs, at, endOfMinute: (realMs) => (Math.floor(at(realMs) / MINUTE_MS) + 1) * MINUTE_MS };
}
