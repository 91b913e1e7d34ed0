import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Agent, fetch, request } from 'undici';
import { addressPolicy } from '../../../shared/delivery/permitted-receivers/address-policy.ts';
import { createResolver } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import { createSender } from '../../../shared/delivery/sending/sender.ts';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../shared/domain/webhooks/standard-webhooks.ts';

/** Sends one delivery. Resolves with its response. */
export type Deliver = () => Promise<unknown>;

export interface Target {
  readonly url: string;
  readonly body: string;
  readonly caPem: string;
}

/** The number of concurrent requests. A variant whose client has a limit of connections gets the same number. */
export const IN_FLIGHT = 32;

export const KEY = signingKey(`whsec_${'5e'.repeat(32)}`);

export const CALL_ID = 'call_01JD7Y3V5N8Q9R2S4T6W8X0Z1A';

/** Returns the sender of the delivery function. As in that function, every delivery is signed and checked. */
export function shipped({ url, body, caPem }: Target): Deliver {
  const send = createSender({
    resolve: createResolver({ knowsLocalhost: true }),
    permits: addressPolicy({ allowLoopback: true }),
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

/** Uses undici's `dispatch`, the layer below `request`. */
export function rawDispatch({ url, body, caPem }: Target): Deliver {
  const agent = agentFor(caPem);
  const { origin, pathname: path } = new URL(url);
  return () =>
    new Promise<void>((resolve, reject) => {
      agent.dispatch(
        { origin, path, method: 'POST', headers: STATIC, body },
        {
          onRequestStart: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
}

export function nodeFetch({ url, body, caPem }: Target): Deliver {
  const dispatcher = agentFor(caPem);
  return async () => {
    const options = { method: 'POST', headers: STATIC, body, dispatcher };
    const response = await fetch(url, options);
    await response.arrayBuffer();
  };
}

export function nodeHttps({ url, body, caPem }: Target): Deliver {
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: IN_FLIGHT, ca: caPem });
  const headers = { ...STATIC, 'content-length': Buffer.byteLength(body) };
  return () =>
    new Promise<void>((resolve, reject) => {
      const outgoing = httpsRequest(url, { method: 'POST', headers, agent }, (incoming) => {
        incoming.resume().once('end', resolve);
      });
      outgoing.once('error', reject).end(body);
    });
}
