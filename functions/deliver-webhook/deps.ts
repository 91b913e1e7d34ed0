import type { Notices } from '../../shared/delivery/notices.ts';
import type { Send } from '../../shared/delivery/sending/sender.ts';
import type { Inbox, Received } from '../../shared/delivery/wake-ups/inbox.ts';
import type { WakeUp, WakeUps } from '../../shared/delivery/wake-ups/queue.ts';
import type { Lane } from '../../shared/domain/deliveries/lane.ts';
import type { Timing } from '../../shared/domain/deliveries/lease.ts';
import type { SigningKey } from '../../shared/domain/webhooks/signature.ts';
import type { DeliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import type { DeliveryContext } from '../../shared/store/deliveries/delivery-contexts.ts';
import type { LaneStore } from '../../shared/store/deliveries/lanes.ts';
import type { HealthStore } from '../../shared/store/partners/health.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

export interface Deps extends Telemetry {
  /**
   * Reads the items that a wake-up needs. Throws if the table does not respond. The returned function parses the items,
   * and throws if that fails.
   */
  readonly findContext: (wakeUp: WakeUp) => Promise<() => DeliveryContext>;
  readonly deliveries: DeliveryStore;
  readonly lanes: Pick<LaneStore, 'mark'>;
  readonly health: Pick<HealthStore, 'noteFailure' | 'noteSuccess' | 'makeDueChange' | 'markSent'>;
  readonly notices: Notices;
  readonly wakeUps: Pick<WakeUps, 'send' | 'sendAll'>;
  readonly inbox: Inbox;
  readonly signingKey: (partnerId: string, ciphertext: string) => Promise<SigningKey>;
  readonly send: Send;
  readonly laneOfQueue: (queueArn: string) => Lane;
  readonly timing: Timing;
  readonly maxHops: number;
  /** Returns a new token for a claim, never the same token twice. */
  readonly newToken: () => string;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
  /** Runs `act` after the delay. Returns the function that cancels it. */
  readonly after: (delayMs: number, act: () => void) => () => void;
  readonly nowMs: () => number;
  /** The time that signatures contain. */
  readonly signingNowMs: () => number;
}

/** What a wake-up passes on to the next wake-up of its delivery. */
export interface Onward {
  /** The lane that the partner's deliveries take now. */
  readonly lane: Lane;
  readonly hops: number;
}

/** A message whose wake-up could be read. */
export interface Message extends Omit<Received, 'body'> {
  readonly wakeUp: WakeUp;
}
