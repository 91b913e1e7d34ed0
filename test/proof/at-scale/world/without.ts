import type { Inbox } from '../../../../shared/delivery/inbox.ts';
import { type LaneMarks, NO_MARKS, type Reason, SUSPICIOUS } from '../../../../shared/domain/deliveries/lane.ts';
import type { LaneStore } from '../../../../shared/store/deliveries/lanes.ts';
import type { Environment } from '../aws/environment.ts';
import { QUEUE_URLS } from './lanes.ts';

/** A mechanism that a run may lack, to show what it is for. */
export type Mechanism = 'further messages' | 'suspicion' | 'hung lane';
export type Without = ReadonlySet<Mechanism>;

/** Returns the inbox; without further messages, one that never has any. */
export const inboxOf = (inbox: Inbox, env: Environment, without: Without): Inbox =>
  without.has('further messages') ? { ...inbox, take: () => env.after(1_000, () => []) } : inbox;

/** Returns the marks; without suspicion, none is written after one second, and without the hung lane, all are slow. */
export const marksOf = ({ mark }: Pick<LaneStore, 'mark'>, without: Without): Pick<LaneStore, 'mark'> => ({
  async mark(partnerId: string, reason: Reason, nowMs: number): Promise<LaneMarks> {
    if (without.has('suspicion') && reason === SUSPICIOUS) return NO_MARKS;
    return mark(partnerId, without.has('hung lane') ? { ...reason, lane: 'slow' } : reason, nowMs);
  },
});

/** Returns the queues by lane; without the hung lane, its messages go to the slow queue. */
export const queueUrlsOf = (without: Without) =>
  without.has('hung lane') ? { ...QUEUE_URLS, hung: QUEUE_URLS.slow } : QUEUE_URLS;
