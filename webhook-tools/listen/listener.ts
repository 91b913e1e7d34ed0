import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SigningSecret } from '../../clients/receiver/src/index.ts';
import { arrivalOf } from './arrival.ts';
import { eventReport, faultReport, hungUpReport, rejectionReport } from './report.ts';

interface ResponseRule {
  readonly status: number;
  readonly delayMs: number;
  /**
   * How many requests of each call get this response; later requests get 200 at once. If undefined, all requests get
   * this response.
   */
  readonly times?: number | undefined;
}

interface Options {
  /** Without a secret, signatures are not verified. */
  readonly secret?: SigningSecret | undefined;
  readonly responseRule: ResponseRule;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

const AT_ONCE_200 = { status: 200, delayMs: 0 };

/** A receiver as a partner would write it: verifies with the kit, recognises duplicates by callId, and prints. */
export function createListener({ secret, responseRule, print, nowMs, sleepMs }: Options): Server {
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
    const received = nth > (responseRule.times ?? nth) ? AT_ONCE_200 : responseRule;
    print(eventReport(arrival, nth, received));
    if (received.delayMs > 0) await Promise.race([sleepMs(received.delayMs), once(response, 'close')]);
    if (response.destroyed) print(hungUpReport(callId));
    else response.writeHead(received.status).end();
  }

  return createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      print(faultReport(error));
      response.destroy();
    });
  });
}
