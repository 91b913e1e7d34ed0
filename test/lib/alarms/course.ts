import type { Minute } from './minutes.ts';

/** What happens to the service, minute by minute from the first minute of the trouble, and when its alarm reacts. */
export interface Course {
  readonly trouble: (minute: number) => Minute;
  /** The alarm is raised after exactly this many minutes of trouble. */
  readonly raisedAfter: number;
  /** The alarm ends after exactly this many ordinary minutes. */
  readonly overAfter: number;
  /** The worst that may happen without an alarm. */
  readonly spared: (minute: number) => Minute;
}

export const every = (minutes: number, minute: number, reported: Minute): Minute =>
  minute % minutes === 0 ? reported : [];
export const once = (minute: number, reported: Minute): Minute => (minute === 0 ? reported : []);
