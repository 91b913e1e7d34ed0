import type { Minute } from './minutes.ts';

/** What happens to the service, minute by minute from the first one of the trouble, and what its alarm makes of it. */
export interface Course {
  readonly trouble: (minute: number) => Minute;
  /** The alarm is raised when so many minutes of it are over, and not before. */
  readonly raisedAfter: number;
  /** When so many ordinary minutes have followed the alarm is over, and not before. */
  readonly overAfter: number;
  /** As bad as it may get without an alarm. */
  readonly spared: (minute: number) => Minute;
}

export const every = (minutes: number, minute: number, reported: Minute): Minute =>
  minute % minutes === 0 ? reported : [];
export const once = (minute: number, reported: Minute): Minute => (minute === 0 ? reported : []);
