import { byLane, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { iso } from '../iso.ts';
import { lastMinutes } from '../metrics/metric-data.ts';
import type { Target } from '../target.ts';
import { ageIn } from './queues.ts';

/**
 * Returns how many seconds the oldest wake-up of each lane waited in each of the last minutes, oldest minute first. An
 * age is null if SQS has not reported it.
 */
export async function laneAges(target: Target, minutes: number, realMs?: number) {
  const wanted = byLane((lane) => ageIn(target, lane));
  const { startsMs, valuesOf } = await lastMinutes(target, wanted, minutes, realMs);
  const age = (lane: Lane, startMs: number) => valuesOf(lane).get(startMs) ?? null;
  return startsMs.map((startMs) => ({
    minute: iso(startMs),
    ...byLane((lane) => age(lane, startMs)),
  }));
}
