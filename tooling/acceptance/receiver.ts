import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { EVENT_HEADERS } from '../../shared/contract/calls/event-headers.ts';
import { freePort } from '../machine/free-port.ts';
import { closeServer, listen } from '../machine/loopback.ts';
import { rejectForeignPages } from '../machine/reject-foreign-pages.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  /** Returns the requests about a call, in order of arrival. */
  of(callId: string): readonly Received[];
  /** Makes the receiver respond with 503 to the next request about this call. */
  failOnce(callId: string): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const failing = new Set<string>();
  const server = createServer(
    rejectForeignPages('service', async (incoming, outgoing) => {
      const { headers } = incoming;
      received.push({ headers, body: await buffer(incoming) });
      outgoing.writeHead(failing.delete(deliveryOf(headers)) ? 503 : 200).end();
    }),
  );
  const port = await listen(server, await freePort());
  return {
    url: `http://127.0.0.1:${port}/calls`,
    of: (callId) => received.filter(({ headers }) => deliveryOf(headers) === callId),
    failOnce: (callId) => void failing.add(callId),
    close: () => closeServer(server),
  };
}

const deliveryOf = (headers: IncomingHttpHeaders) => String(headers[EVENT_HEADERS.delivery.toLowerCase()]);
