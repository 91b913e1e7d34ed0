import { type Minute, own, times } from './minutes.ts';

/** In minutes from the beginning of an incident. */
interface Times {
  /** The first notice arrives after at most this many minutes. */
  readonly within: number;
  readonly lasts: number;
  /** What the service reports in the minutes after it. Minute 0 is the first. */
  readonly aftermath?: (minute: number) => Minute;
}

/**
 * Something that goes wrong, and who must notice. `notifies` has the alarms that notify somebody, without the stage's
 * prefix: `incident-…` pages, any other is a ticket. A page can come with further tickets, which nobody reads before the
 * morning.
 */
export const incident = (
  what: string,
  notifies: readonly string[],
  times: Times,
  trouble: (minute: number) => Minute,
) => ({ what, notifies, ...times, trouble });
export type Incident = ReturnType<typeof incident>;

export const silent = (metrics: readonly string[]): Minute => metrics.map((name) => [own(name), []] as const);
export const NO_EVENTS = silent(['FirstAttempts', 'TimedFirstAttempts', 'DeliveryAttempts', 'WebhookDelivered']);
export const NO_LATENESS = silent(['WakeUpLateness', 'DeliveryLatency']);

/** What waited is sent late: first by the relay, then by the sweep. */
export const caughtUp = (minute: number): Minute =>
  minute < 5
    ? [
        [own('TimedFirstAttempts'), times(20, 1)],
        [own('LateFirstAttempts'), times(20, 1)],
        [own('WakeUpLateness'), times(20, 900_000)],
        [own('SweepRescued'), minute === 4 ? [20] : []],
      ]
    : [];
