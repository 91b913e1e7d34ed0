const MINUTE_MS = 60_000;

/** Time as alarms see it. Their periods are whole minutes; here such a minute may last less. */
export interface AlarmClock {
  /** How long a minute of the alarms really lasts. */
  readonly minuteMs: number;
  readonly at: (realMs: number) => number;
  /** The end of the minute under way: whoever asks is answered with what is known of it, and waits for no full minute. */
  readonly endOfMinute: (realMs: number) => number;
}

export function alarmClock(minuteSeconds: number): AlarmClock {
  const minuteMs = minuteSeconds * 1000;
  const at = (realMs: number) => realMs * (MINUTE_MS / minuteMs);
  return { minuteMs, at, endOfMinute: (realMs) => (Math.floor(at(realMs) / MINUTE_MS) + 1) * MINUTE_MS };
}
