import { Agent, request } from 'undici';
import { hostPolicy } from '../../../shared/delivery/permitted-receivers/public-hosts.ts';
import { createResolver } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import { createSender } from '../../../shared/delivery/sending/sender.ts';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../shared/domain/webhooks/standard-webhooks.ts';
import { SECRET } from '../../support/receivers/signature.ts';

/** Sends one delivery. Resolves with its response. */
export type Deliver = () => Promise<unknown>;

export interface Target {
  readonly url: string;
  readonly body: string;
  readonly caPem: string;
}

/** The number of concurrent requests, and of the connections for them. */
export const IN_FLIGHT = 32;

export const KEY = signingKey(SECRET);

export const CALL_ID = 'call_01JD7Y3V5N8Q9R2S4T6W8X0Z1A';

/** Returns the sender of the delivery function. As in that function, every delivery is signed and checked. */
export function shipped({ url, body, caPem }: Target): Deliver {
  const send = createSender({
    resolve: createResolver({ knowsLocalhost: true }),
    permits: hostPolicy({ allowLoopback: true }),
    allowsPlainHttp: false,
    extraCaPem: caPem,
    nowMs: Date.now,
  });
  return async () => {
    const headers = deliveryHeaders(KEY, { callId: CALL_ID, body }, Date.now());
    const outcome = await send({ url: new URL(url), headers, body });
    if (outcome.kind !== 'response') throw new Error(`No response: ${outcome.why}`);
  };
}

/** Headers of the same size, signed once. */
const STATIC = deliveryHeaders(KEY, { callId: CALL_ID, body: '' }, 1_767_225_600_000);
const agentFor = (ca: string) => new Agent({ connect: { ca }, connections: IN_FLIGHT, pipelining: 1 });

/** Uses undici in the usual way, without signature, checks or limits. */
export function rawRequest({ url, body, caPem }: Target): Deliver {
  const dispatcher = agentFor(caPem);
  return async () => {
    const response = await request(url, { method: 'POST', headers: STATIC, body, dispatcher });
    await response.body.dump();
  };
}
