import { randomInt } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Disruption } from '../../clients/sandbox/src/types.ts';
import { routeOf } from '../../shared/contract/routes.ts';
import type { Around } from '../aws/api-gateway/gateway.ts';
import { DELIVERY_DISRUPTIONS, type DeliveryDisruption } from './deliver-webhook/delivery-disruptions.ts';

/**
 * The disruptions that replace the caller of a request, so that the service rejects it. The new caller is over the rate
 * limit, has a revoked key, is suspended or has the quota 0.
 */
const CALLER_DISRUPTIONS = ['rate-limit', 'unauthorized', 'suspended', 'quota'] as const;
export type CallerDisruption = (typeof CALLER_DISRUPTIONS)[number];
const STATUS_DISRUPTIONS = [500, 502, 503, 504] as const;
const CONNECTION_DISRUPTIONS = ['slow', 'lost-answer'] as const;
export const DISRUPTIONS = [
  ...CALLER_DISRUPTIONS,
  ...STATUS_DISRUPTIONS,
  ...CONNECTION_DISRUPTIONS,
  ...DELIVERY_DISRUPTIONS,
] as const satisfies readonly Disruption[];
export type DisruptionKind = (typeof DISRUPTIONS)[number];

export interface DisruptionOrder {
  readonly kind: DisruptionKind;
  /** The path of a request, or the path of a route such as `/v1/tenants/{customerId}`. */
  readonly path?: string | undefined;
  readonly times?: number | undefined;
}

type Incoming = Parameters<Around>[0];
type Match = Parameters<Around>[1];

/** Returns the request with another caller, such as one with a revoked key. Undefined if the disruption is over. */
export type Disguise = (incoming: Incoming, match: Match) => Promise<Incoming | undefined>;

interface OrderedDisruption extends DisruptionOrder {
  readonly id: number;
  left: number;
  readonly disguise: Disguise | undefined;
}

interface Settings {
  /** Whether each request gets an address of its own, so that no request is over the rate limit. */
  readonly changesAddresses: boolean;
}

/** How long a `slow` request waits before it is handled. */
export const SLOW_MS = 5_000;
/** The default and the maximum of `times`. The sum of 2,000 such orders fits into an Int32. */
const NO_LIMIT = 2 ** 20;
const isDeliveryDisruption = (kind: DisruptionKind): kind is DeliveryDisruption =>
  DELIVERY_DISRUPTIONS.some((disruption) => disruption === kind);
export const isCallerDisruption = (kind: DisruptionKind): kind is CallerDisruption =>
  CALLER_DISRUPTIONS.some((disruption) => disruption === kind);

export type Disruptions = ReturnType<typeof disruptionsOnDemand>;

/** Makes requests and deliveries fail as a test orders. */
export function disruptionsOnDemand({ changesAddresses }: Settings) {
  const deliveryDisruptions = new SharedArrayBuffer(DELIVERY_DISRUPTIONS.length * Int32Array.BYTES_PER_ELEMENT);
  const deliveriesLeft = new Int32Array(deliveryDisruptions);
  const ordered = new Map<number, OrderedDisruption>();
  let lastId = 0;

  /** Subtracts the used disruptions of this kind from `left` of their orders, beginning with the oldest order. */
  const subtractTaken = (kind: DeliveryDisruption) => {
    const orders = [...ordered.values()].filter((disruption) => disruption.kind === kind);
    const all = orders.reduce((sum, { left }) => sum + left, 0);
    let taken = all - Atomics.load(deliveriesLeft, DELIVERY_DISRUPTIONS.indexOf(kind));
    for (const order of orders) {
      const fromOrder = Math.min(taken, order.left);
      order.left -= fromOrder;
      taken -= fromOrder;
    }
  };

  const end = (disruption: OrderedDisruption) => {
    const { id, kind } = disruption;
    if (isDeliveryDisruption(kind)) {
      subtractTaken(kind);
      Atomics.sub(deliveriesLeft, DELIVERY_DISRUPTIONS.indexOf(kind), disruption.left);
    }
    ordered.delete(id);
  };

  const around: Around = async (incoming, match, next) => {
    const asked = changesAddresses ? { ...incoming, sourceIp: randomAddress() } : incoming;
    for (const disruption of ordered.values()) {
      if (disruption.left === 0 || !isForRequest(disruption, incoming, match)) continue;
      disruption.left -= 1;
      const disguised = await disruption.disguise?.(asked, match);
      if (disruption.disguise !== undefined && disguised === undefined) continue;
      return disruptRequest(disruption.kind, disguised ?? asked, next);
    }
    return next.handle(asked);
  };

  return {
    around,
    /** The counters of the disruptions that `deliver-webhook` has not used up. */
    deliveryDisruptions,
    /** `disguise` replaces the caller of each request that the disruption applies to. */
    order({ kind, path, times = NO_LIMIT }: DisruptionOrder, disguise?: Disguise): { id: number } {
      lastId += 1;
      const left = Math.min(times, NO_LIMIT);
      ordered.set(lastId, { id: lastId, kind, path, left, disguise });
      if (isDeliveryDisruption(kind)) Atomics.add(deliveriesLeft, DELIVERY_DISRUPTIONS.indexOf(kind), left);
      return { id: lastId };
    },
    stop(id: number) {
      const disruption = ordered.get(id);
      if (disruption) end(disruption);
    },
    stopAll() {
      for (const disruption of ordered.values()) end(disruption);
    },
  };
}

/** Reports whether a disruption applies to a request. Without a path, `quota` applies only to the creation of lines. */
function isForRequest({ kind, path }: OrderedDisruption, incoming: Incoming, { method }: Match): boolean {
  if (isDeliveryDisruption(kind)) return false;
  if (path !== undefined) return path === incoming.path || path === method.path;
  return kind !== 'quota' || (method.method === 'POST' && method.path === routeOf('create-tenant').path);
}

async function disruptRequest(
  kind: DisruptionKind,
  incoming: Incoming,
  { handle, fail }: Parameters<Around>[2],
): ReturnType<Around> {
  if (typeof kind === 'number') return fail(kind);
  if (kind === 'slow') await sleepMs(SLOW_MS);
  const response = await handle(incoming);
  return kind === 'lost-answer' ? 'cut' : response;
}

/** Returns one of about 17 million addresses, so that requests hardly ever share the counter of a rate limit. */
export const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
