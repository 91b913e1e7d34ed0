import type { StageSettings } from '../../../../lib/stages.ts';
import type { Inbox } from '../../../../shared/delivery/wake-ups/inbox.ts';
import {
  HANGING,
  type LaneMarks,
  NO_MARKS,
  type Reason,
  SUSPICIOUS,
} from '../../../../shared/domain/deliveries/lane.ts';
import type { LaneStore } from '../../../../shared/store/deliveries/lanes.ts';
import { QUEUE_URLS } from '../../../support/functions/lanes.ts';
import type { Environment } from '../aws/environments.ts';

/** The mechanisms that a run may lack, to show what they are for. */
export const MECHANISMS = ['further messages', 'suspicion', 'early marks', 'hung lane', 'batches'] as const;
export type Mechanism = (typeof MECHANISMS)[number];
export type Without = ReadonlySet<Mechanism>;

/** The times after which requests that hang count as evidence, and after which they end. */
const HANGS_MS = { evidence: HANGING.afterMs, end: 10_000 };
/** How many more batches may run at once if each has one message instead of ten. */
const MORE_BATCHES = 10;

/** Returns the inbox; without further messages, one that never has any. */
export const inboxOf = (inbox: Inbox, env: Environment, without: Without): Inbox =>
  without.has('further messages') ? { ...inbox, take: () => env.after(1_000, () => []) } : inbox;

/**
 * Returns the marks. Without suspicion, none is written after one second. Without early marks, only a request that
 * hangs leads to a mark, when it has ended. Without the hung lane, all marks are slow.
 */
export const marksOf = (
  { mark }: Pick<LaneStore, 'mark'>,
  env: Environment,
  without: Without,
): Pick<LaneStore, 'mark'> => ({
  async mark(partnerId: string, reason: Reason, nowMs: number): Promise<LaneMarks> {
    if (without.has('suspicion') && reason === SUSPICIOUS) return NO_MARKS;
    if (without.has('early marks')) {
      if (reason !== HANGING) return NO_MARKS;
      await env.sleepMs(HANGS_MS.end - HANGS_MS.evidence);
    }
    return mark(partnerId, without.has('hung lane') ? { ...reason, lane: 'slow' } : reason, nowMs);
  },
});

/** Returns the queues by lane; without the hung lane, its messages go to the slow queue. */
export const queueUrlsOf = (without: Without) =>
  without.has('hung lane') ? { ...QUEUE_URLS, hung: QUEUE_URLS.slow } : QUEUE_URLS;

/** Returns the most messages of a batch. */
export const batchSizeOf = (without: Without) => (without.has('batches') ? 1 : 10);

/** Returns the settings; without batches, with more invocations. */
export function settingsOf(settings: StageSettings, without: Without): StageSettings {
  if (!without.has('batches')) return settings;
  const { main, slow, hung } = settings.deliveryConcurrency;
  const more = { main: main * MORE_BATCHES, slow: slow * MORE_BATCHES, hung: hung * MORE_BATCHES };
  return { ...settings, deliveryConcurrency: more };
}
