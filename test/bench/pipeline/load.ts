import { setTimeout as sleep } from 'node:timers/promises';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { clockMs, type Recorded, type Recorder } from './recorder.ts';

/** The line of the nth call, and the summary that all calls have. */
export interface Calls {
  readonly tenantOf: (n: number) => string;
  readonly summary: string;
}

/** Records calls at random times, at least one. A service that is too slow gets a backlog. */
export async function arrivals(recorder: Recorder, calls: Calls, ratePerSecond: number, seconds: number) {
  const startedAtMs = clockMs();
  const recording: Promise<Recorded>[] = [];
  const endsMs = seconds * 1_000;
  // The time of the first call is within the whole time, however short that is.
  for (let atMs = nextGapMs(ratePerSecond) % endsMs; atMs < endsMs; atMs += nextGapMs(ratePerSecond)) {
    const plannedAtMs = startedAtMs + atMs;
    const earlyMs = plannedAtMs - clockMs();
    if (earlyMs > 1) await sleep(earlyMs);
    recording.push(recorder.record(calls.tenantOf(recording.length), calls.summary, plannedAtMs));
  }
  return Promise.all(recording);
}

/** Returns the milliseconds between two arrivals of a Poisson process. */
const nextGapMs = (ratePerSecond: number) => (-Math.log(1 - Math.random()) / ratePerSecond) * 1_000;

/** Records `count` calls as fast as `callers` callers can. Each caller waits for its response. */
export const burst = (recorder: Recorder, calls: Calls, count: number, callers: number) =>
  mapInParallel(
    Array.from({ length: count }, (_, n) => n),
    callers,
    (n) => recorder.record(calls.tenantOf(n), calls.summary),
  );
