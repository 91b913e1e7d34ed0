import * as z from 'zod/mini';
import { STALE_MINUTES } from '../../../clients/receiver/command/send/stale-signature.ts';
import { LOCAL_OVERRIDES, type LocalOverrides } from '../../../shared/config/local-overrides.ts';
import type { Send } from '../../../shared/delivery/sending/sender.ts';

/**
 * The disruptions of deliveries, in the order of their counters in shared memory.
 * - `lost-delivery`: the request does not reach the receiver.
 * - `duplicate-delivery`: the request reaches the receiver and its response is lost, so the event is sent again.
 * - `stale-signature`: the request is signed with a time that receivers must reject.
 */
export const DELIVERY_DISRUPTIONS = ['lost-delivery', 'duplicate-delivery', 'stale-signature'] as const;
export type DeliveryDisruption = (typeof DELIVERY_DISRUPTIONS)[number];

/** Takes one disruption of this kind. Returns false if none is left. */
type Take = (disruption: DeliveryDisruption) => boolean;

/** The overrides that the host of the sandbox passes to the function, besides those of every local service. */
export interface SandboxOverrides extends Partial<LocalOverrides> {
  /** How many disruptions of each kind are left: one Int32 for each of `DELIVERY_DISRUPTIONS`. */
  readonly deliveryDisruptions: SharedArrayBuffer;
}
const overrides = z.object({ deliveryDisruptions: z.instanceof(SharedArrayBuffer) });

/** Returns the shared memory with one counter for each kind of disruption: how many of this kind are left. */
export const disruptionCounterMemory = () =>
  overrides.parse(Reflect.get(globalThis, LOCAL_OVERRIDES)).deliveryDisruptions;

/** Returns a function that uses up one disruption of a kind, and reports whether one was left. */
export function disruptionTaker(memory: SharedArrayBuffer): Take {
  const left = new Int32Array(memory);
  return (disruption) => {
    const index = DELIVERY_DISRUPTIONS.indexOf(disruption);
    // Another invocation may take the last disruption after this invocation has read the counter, so the exchange is
    // conditional.
    for (let seen = Atomics.load(left, index); seen > 0; seen = Atomics.load(left, index)) {
      if (Atomics.compareExchange(left, index, seen, seen - 1) === seen) return true;
    }
    return false;
  };
}

export const sendingWithDisruptions =
  (take: Take, send: Send): Send =>
  async (post) => {
    if (take('lost-delivery')) return { kind: 'noResponse', why: 'reset' };
    const outcome = await send(post);
    return take('duplicate-delivery') ? { kind: 'noResponse', why: 'reset' } : outcome;
  };

export const signingWithDisruptions =
  (take: Take, nowMs: () => number): (() => number) =>
  () =>
    nowMs() - (take('stale-signature') ? STALE_MINUTES * 60_000 : 0);
