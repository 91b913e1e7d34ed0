import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SigningSecret } from '../../clients/receiver/src/index.ts';
import { arrivalOf } from './arrival.ts';
import { eventReport, faultReport, hungUpReport, rejectionReport } from './report.ts';

interface Answering {
  readonly status: number;
  readonly delayMs: number;
  /** Only so many requests of each call are answered so, later ones with 200 at once; all of them when undefined. */
  readonly times?: number | undefined;
}

interface Options {
  /** Without it nothing can be verified. */
  readonly secret?: SigningSecret | undefined;
  readonly answering: Answering;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

const AT_ONCE_200 = { status: 200, delayMs: 0 };

/** A partner's side of the webhook: verifies with the kit, recognises what it has seen by callId, prints. */
export function createListener({ secret, answering, print, nowMs, sleepMs }: Options): Server {
  const requestsByCall = new Map<string, number>();

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const arrival = arrivalOf({ header: request.headers['x-service-signature'], body }, secret, nowMs());
    if (arrival.kind === 'rejected') {
      print(rejectionReport(arrival.rejection));
      response.writeHead(arrival.rejection.httpStatus).end();
      return;
    }
    const { callId } = arrival.event;
    const nth = (requestsByCall.get(callId) ?? 0) + 1;
    requestsByCall.set(callId, nth);
    const answer = nth > (answering.times ?? nth) ? AT_ONCE_200 : answering;
    print(eventReport(arrival, nth, answer));
    if (answer.delayMs > 0) await Promise.race([sleepMs(answer.delayMs), once(response, 'close')]);
    if (response.destroyed) print(hungUpReport(callId));
    else response.writeHead(answer.status).end();
  }

  return createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      print(faultReport(error));
      response.destroy();
    });
  });
}
