import type { AlarmDefinition } from '../../cloudformation/alarm-definition.ts';
import type { AlarmState } from './alarm.ts';

/** Why a composite alarm notifies nobody at the moment, in CloudWatch's words. */
export type SuppressedBy = 'Alarm' | 'WaitPeriod' | 'ExtensionPeriod';

export interface Notified {
  /** The alarms that notify somebody now, because they were raised or ended. */
  readonly notifying: readonly AlarmState[];
  readonly suppressedBy: (name: string) => SuppressedBy | undefined;
}

interface NotificationState {
  /** Whether the last notification said that the alarm is raised. */
  readonly toldOfAlarm: boolean;
  readonly raisedSinceMs: number | undefined;
  /** When the suppressor was last seen raised. */
  readonly suppressorRaisedMs: number;
}

/**
 * Decides which alarms notify somebody. As in CloudWatch, an alarm notifies once when it is raised and once when it
 * ends, unless its suppressor forbids it. An alarm that has changed while it was suppressed notifies about its new
 * state afterwards.
 */
export function createNotificationFilter(): (states: readonly AlarmState[], atMs: number) => Notified {
  const notificationStates = new Map<string, NotificationState>();
  return (states, atMs) => {
    const raised = new Set(states.filter(({ state }) => state === 'ALARM').map(({ alarm }) => alarm.name));
    const suppressed = new Map<string, SuppressedBy>();
    const notifying = states.filter(({ alarm }) => {
      const isRaised = raised.has(alarm.name);
      const next = nextNotificationState(notificationStates.get(alarm.name), alarm, raised, atMs);
      const by = suppressionOf(alarm, next, raised, atMs);
      if (by) suppressed.set(alarm.name, by);
      const acts = notifies(alarm) && !by && next.toldOfAlarm !== isRaised;
      notificationStates.set(alarm.name, acts ? { ...next, toldOfAlarm: isRaised } : next);
      return acts;
    });
    return { notifying, suppressedBy: (name) => suppressed.get(name) };
  };
}

const notifies = ({ actions }: AlarmDefinition) => actions.length > 0;

const suppressorOf = (alarm: AlarmDefinition) => (alarm.kind === 'composite' ? alarm.suppressor : undefined);

const NEVER_MS = Number.NEGATIVE_INFINITY;
const NOTHING: NotificationState = { toldOfAlarm: false, raisedSinceMs: undefined, suppressorRaisedMs: NEVER_MS };

function nextNotificationState(
  before = NOTHING,
  alarm: AlarmDefinition,
  raised: ReadonlySet<string>,
  atMs: number,
): NotificationState {
  const suppressor = suppressorOf(alarm);
  const isSuppressed = suppressor !== undefined && raised.has(suppressor.name);
  return {
    toldOfAlarm: before.toldOfAlarm,
    raisedSinceMs: raised.has(alarm.name) ? (before.raisedSinceMs ?? atMs) : undefined,
    suppressorRaisedMs: isSuppressed ? atMs : before.suppressorRaisedMs,
  };
}

function suppressionOf(
  alarm: AlarmDefinition,
  { toldOfAlarm, raisedSinceMs, suppressorRaisedMs }: NotificationState,
  raised: ReadonlySet<string>,
  atMs: number,
): SuppressedBy | undefined {
  const suppressor = suppressorOf(alarm);
  if (!suppressor) return undefined;
  if (raised.has(suppressor.name)) return 'Alarm';
  if (atMs < suppressorRaisedMs + suppressor.extensionMs) return 'ExtensionPeriod';
  const waits = !toldOfAlarm && raisedSinceMs !== undefined && atMs < raisedSinceMs + suppressor.waitMs;
  return waits ? 'WaitPeriod' : undefined;
}
