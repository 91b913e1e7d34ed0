import type { MetricId } from '../../../local/aws/cloudformation/alarm-definition.ts';
import { type Minute, times } from './minutes.ts';

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

type Reaction = Pick<Course, 'raisedAfter' | 'overAfter'>;

/** Returns a course whose minutes are all the same. */
export const steady = (reaction: Reaction, trouble: Minute, spared: Minute): Course => ({
  ...reaction,
  trouble: () => trouble,
  spared: () => spared,
});

/** Returns the course of a metric that has the same samples in every minute. */
export const samples = (metric: MetricId, trouble: readonly number[], spared: readonly number[], reaction: Reaction) =>
  steady(reaction, [[metric, trouble]], [[metric, spared]]);

/** Returns the course of a metric that counts as many events in each minute, or one less when spared. */
export const counter = (metric: MetricId, events: number, reaction: Reaction) =>
  samples(metric, times(events, 1), times(events - 1, 1), reaction);

/** Returns the course of a metric with a constant value: the threshold in trouble, one less when spared. */
export const gauge = (metric: MetricId, value: number, reaction: Reaction) =>
  samples(metric, [value], [value - 1], reaction);
