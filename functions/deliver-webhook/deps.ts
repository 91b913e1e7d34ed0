import type { KeyObject } from 'node:crypto';
import type { WakeUp, WakeUps } from '../../shared/delivery/queue.ts';
import type { Send } from '../../shared/delivery/sender.ts';
import type { Timing } from '../../shared/domain/deliveries/backoff.ts';
import type { Lane } from '../../shared/domain/deliveries/lane.ts';
import type { DeliveryContext } from '../../shared/store/deliveries/context.ts';
import type { DeliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import type { LaneStore } from '../../shared/store/deliveries/lanes.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

export interface Deps extends Telemetry {
  readonly findContext: (wakeUp: WakeUp) => Promise<DeliveryContext>;
  readonly deliveries: DeliveryStore;
  readonly lanes: Pick<LaneStore, 'markSlow'>;
  readonly wakeUps: Pick<WakeUps, 'send' | 'sendAll'>;
  readonly signingKey: (partnerId: string, ciphertext: string) => Promise<KeyObject>;
  readonly send: Send;
  /** Where a message comes from tells its lane. */
  readonly slowQueueArn: string;
  readonly timing: Timing;
  /** A wake-up that was sent on more often than this is dropped. */
  readonly maxHops: number;
  /** Names one claim; never given out twice. */
  readonly newToken: () => string;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
  readonly nowMs: () => number;
}

/** What a wake-up hands on to the next one of its delivery. */
export interface Onward {
  /** Where its partner's deliveries wait now. */
  readonly lane: Lane;
  readonly hops: number;
}

/** A wake-up as it came out of a queue. */
export interface Message {
  readonly id: string;
  readonly wakeUp: WakeUp;
  readonly lane: Lane;
  /** SQS has handed it out before: whoever had it did not finish. */
  readonly isRepeated: boolean;
}
