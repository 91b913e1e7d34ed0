import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { eventFaults } from '../../partner-docs/openapi/conversation.ts';
import { isSignedWith } from './signature.ts';

export interface Received {
  readonly atMs: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly callId: string;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Returns the response to the nth request for a call, counted from 1. After `hang` there is no response. */
export type Respond = (request: Received, nth: number) => number | 'hang' | ((response: ServerResponse) => void);

/** Starts a partner's receiver on loopback that stores what it receives. */
export async function startReceiver(respond: Respond = () => 200) {
  const received: Received[] = [];
  const faults: string[] = [];
  const requestsFor = (callId: string) => received.filter((request) => request.callId === callId);
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const body = Buffer.concat(chunks).toString();
      const request = {
        atMs: Date.now(),
        headers: incoming.headers,
        body,
        callId: String(incoming.headers['x-service-delivery']),
      };
      received.push(request);
      faults.push(...eventFaults(request.headers, body));
      const result = respond(request, requestsFor(request.callId).length);
      if (result === 'hang') return;
      if (typeof result === 'number') response.writeHead(result).end('thanks');
      else result(response);
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server, 0)}/hook`,
    received,
    requestsFor,
    /** Stops the receiver. Rejects if it received something that openapi.json does not describe. */
    async close() {
      await closeServer(server);
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
  };
}

/** Reports whether a request was signed with the secret, at a time within five minutes of now. */
export function signatureIsValid({ headers, body }: Received, signingSecret: string): boolean {
  const header = String(headers['x-service-signature']);
  const unixSeconds = Number(/^t=(\d+),/.exec(header)?.[1]);
  return isSignedWith(signingSecret, header, body) && Math.abs(Date.now() / 1000 - unixSeconds) < 300;
}
