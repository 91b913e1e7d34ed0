import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { SigningSecret, WebhookEvent } from '../../src/index.ts';
import { EVENT_HEADERS } from '../../src/service-rules.ts';
import { sendForFullResponse, whyNoResponse } from '../http/exchange.ts';
import { headersToPassOn } from '../http/headers.ts';
import type { ArrivedRequest } from '../saved-request.ts';
import { type CheckedRequest, verifyRequest } from '../verify-request.ts';
import { type Rejection, readBody, rejectionOf } from './foreign-requests.ts';
import {
  eventReport,
  faultReport,
  forwardedReport,
  hungUpReport,
  noResponseReport,
  rejectionReport,
  unreadRejectionReport,
} from './report.ts';

interface Reaction {
  readonly status: number;
  readonly delayMs: number;
}

interface ResponseRule extends Reaction {
  /**
   * How many accepted requests for each call get this response. Default: all; with `forwardTo`, none. Other accepted
   * requests are forwarded, or get 200 at once.
   */
  readonly times?: number | undefined;
}

interface Options {
  /** The signing secret. Without it, signatures are not verified. */
  readonly secret?: SigningSecret | undefined;
  readonly responseRule: ResponseRule;
  readonly forwardTo?: URL | undefined;
  /** Host names in the requests of a tunnel or proxy. */
  readonly allowedHosts?: readonly string[];
  readonly save?: ((request: ArrivedRequest) => Promise<void>) | undefined;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

const AT_ONCE_200 = { status: 200, delayMs: 0 };
/** The status of the response if a request cannot be forwarded. The service retries after this status. */
const NOT_FORWARDED = 502;
/** How many different rejections are printed, each once. Without this limit, a web page could fill the terminal. */
const MOST_PRINTED_REJECTIONS = 20;

/** Returns the name under which a request is counted: the call id, or the name of an unknown event. */
const subjectOf = (event: WebhookEvent) => (event.event === 'unknown' ? `event ${event.name}` : event.callId);

/**
 * A receiver as a partner would write it: it verifies requests with this kit, counts them by callId, and prints them.
 * With `forwardTo`, the partner's own receiver also gets requests with a wrong signature, and responds to them.
 */
export function createListener(options: Options): Server {
  const { secret, responseRule, forwardTo, allowedHosts, save, print, nowMs, sleepMs } = options;
  const printedRejections = new Set<string>();
  const requestCounts = new Map<string, number>();

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const rejection = rejectionOf(request, allowedHosts);
    if (rejection) return reject(rejection, response);
    const body = await readBody(request);
    if ('why' in body) return reject(body, response);
    await save?.({ receivedAtMs: nowMs(), rawHeaders: request.rawHeaders, body });
    const arrival = verifyRequest(
      { header: request.headers[EVENT_HEADERS.signature.toLowerCase()], body },
      secret,
      nowMs(),
    );
    const reaction = reactionTo(arrival);
    if (reaction === undefined && forwardTo) return passOn(request.rawHeaders, body, forwardTo, response);
    const { status, delayMs } = reaction ?? AT_ONCE_200;
    if (delayMs > 0) await Promise.race([sleepMs(delayMs), once(response, 'close')]);
    if (response.destroyed) print(hungUpReport);
    else response.writeHead(status).end();
  }

  function reject({ status, why }: Rejection, response: ServerResponse) {
    if (!printedRejections.has(why) && printedRejections.size < MOST_PRINTED_REJECTIONS) {
      printedRejections.add(why);
      print(unreadRejectionReport(status, why));
    }
    // Closes the connection, so that the rest of the body is not read.
    response.writeHead(status, { Connection: 'close', Allow: 'POST' }).end();
  }

  /** Prints the request. Returns the response to it, or undefined if it must be forwarded. */
  function reactionTo(arrival: CheckedRequest): Reaction | undefined {
    if (arrival.kind === 'rejected') {
      print(rejectionReport(arrival.rejection, forwardTo));
      return forwardTo ? undefined : { status: arrival.rejection.httpStatus, delayMs: 0 };
    }
    const key = subjectOf(arrival.event);
    const nth = (requestCounts.get(key) ?? 0) + 1;
    requestCounts.set(key, nth);
    const isRuled = nth <= (responseRule.times ?? (forwardTo ? 0 : nth));
    const reaction = isRuled ? responseRule : forwardTo ? undefined : AT_ONCE_200;
    print(eventReport(arrival, nth, reaction ?? forwardTo));
    return reaction;
  }

  async function passOn(rawHeaders: readonly string[], body: Buffer, url: URL, response: ServerResponse) {
    const sender = new AbortController();
    response.once('close', () => sender.abort());
    const startedAtMs = nowMs();
    try {
      const received = await sendForFullResponse({ url, headers: headersToPassOn(rawHeaders), body }, sender.signal);
      print(forwardedReport(received.status, nowMs() - startedAtMs));
      for (const [name, value] of Object.entries(headersToPassOn(received.rawHeaders))) response.setHeader(name, value);
      response.writeHead(received.status).end(received.body);
    } catch (error) {
      if (sender.signal.aborted) return print(hungUpReport);
      print(noResponseReport(whyNoResponse(error), NOT_FORWARDED));
      response.writeHead(NOT_FORWARDED).end();
    }
  }

  return createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      print(faultReport(error));
      response.destroy();
    });
  });
}
