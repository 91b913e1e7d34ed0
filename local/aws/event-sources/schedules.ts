import { randomUUID } from 'node:crypto';
import { ACCOUNT, REGION } from '../../../tooling/local-service.ts';
import type { Schedule } from '../cloudformation/stack-model.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { isoTimeWithoutMs } from './streams/stream-failure.ts';

interface ScheduleSettings {
  readonly schedules: readonly Schedule[];
  readonly invoke: Invoke;
  /** Returns the seconds that replace the schedule's own period, or undefined to leave the period unchanged. */
  readonly everySeconds?: (schedule: Schedule) => number | undefined;
  /** Returns the event that replaces EventBridge's usual event, or undefined to send the usual event. */
  readonly eventOf?: (schedule: Schedule) => unknown;
  readonly nowMs: () => number;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Invokes the stack's scheduled functions, the first time after one period. Leaves out an invocation if the previous
 * invocation for the same schedule has not finished.
 */
export function startSchedules(settings: ScheduleSettings): { close(): void } {
  const { schedules, invoke, everySeconds, eventOf, nowMs, onFault } = settings;
  const timers = schedules.map((schedule) => {
    let busy = false;
    const run = async () => {
      if (busy) return;
      busy = true;
      try {
        await invoke(schedule.functionLogicalId, eventOf?.(schedule) ?? scheduledEvent(nowMs()));
      } catch (fault) {
        onFault(fault);
      }
      busy = false;
    };
    return setInterval(() => void run(), (everySeconds?.(schedule) ?? schedule.everySeconds) * 1000);
  });
  return { close: () => timers.forEach(clearInterval) };
}

/** Returns an event as an EventBridge rule sends it, but without the rule's ARN. */
const scheduledEvent = (nowMs: number) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT,
  time: isoTimeWithoutMs(nowMs),
  region: REGION,
  resources: [],
  detail: {},
});
