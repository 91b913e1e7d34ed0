import type { Outcome } from '../domain/deliveries/retry-policy.ts';
import { type ConnectionPool, connectionPool } from './connection-pool.ts';
import { type ConnectorSettings, vettedConnector } from './connector.ts';
import { whyNoResponse } from './no-response.ts';
import { Client } from './undici.ts';

/** Contract: 10 seconds to answer. It covers everything from the DNS look-up to the last byte of the response head. */
export const RESPONSE_LIMIT_MS = 10_000;

/**
 * A function that was frozen wakes to sockets that their receivers have closed long ago; to send on one would cost a
 * healthy partner an attempt. By the wall clock: timers stand still while frozen.
 */
const MAX_IDLE_MS = 4_000;
const MAX_HEAD_BYTES = 16 * 1024;
/** An answer's body is thrown away unread; one that ends within these bounds leaves its connection usable. */
const MAX_DRAINED_BYTES = 16 * 1024;
const MAX_DRAINING_MS = 1_000;

export interface SenderSettings extends Omit<ConnectorSettings, 'limitMs'> {
  readonly nowMs: () => number;
  readonly responseLimitMs?: number;
}

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request on the wire, never a second one, and says what came of it. Never throws for what a receiver does. */
export type Send = (post: Post) => Promise<Outcome>;

export function createSender({ nowMs, responseLimitMs = RESPONSE_LIMIT_MS, ...settings }: SenderSettings): Send {
  const connect = vettedConnector({ ...settings, limitMs: responseLimitMs });
  const open = (origin: string) => new Client(origin, { ...CLIENT, connect });
  const pool = connectionPool({ open, maxIdleMs: MAX_IDLE_MS, nowMs });
  return (post) => exchange(pool, post, responseLimitMs);
}

const CLIENT = {
  // One request at a time on a connection: none is ever sent twice because of its neighbour.
  pipelining: 1,
  maxHeaderSize: MAX_HEAD_BYTES,
  keepAliveTimeout: MAX_IDLE_MS,
  keepAliveMaxTimeout: MAX_IDLE_MS,
  // Ours covers more and is exact.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

const exchange = (pool: ConnectionPool, { url, headers, body }: Post, limitMs: number) =>
  new Promise<Outcome>((resolve) => {
    const { origin } = url;
    const client = pool.acquire(origin);
    const limit = setTimeout(() => end({ kind: 'noResponse', why: 'timeout' }), limitMs);
    let draining: NodeJS.Timeout | undefined;
    let drainedBytes = 0;
    let started = false;
    let ended = false;

    /** The first call counts; whatever the connection does afterwards changes nothing. */
    function finish(outcome: Outcome): void {
      clearTimeout(limit);
      resolve(outcome);
    }
    function end(outcome?: Outcome): void {
      if (outcome) finish(outcome);
      ended = true;
      clearTimeout(draining);
      void client.destroy();
    }
    /** Most answers have ended by the time that their first bytes are read, and need no timer. */
    function drain(): void {
      if (!ended) draining = setTimeout(end, MAX_DRAINING_MS).unref();
    }

    client.dispatch(
      { path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
      {
        onRequestStart() {
          // Throwing here keeps the request from being written a second time, whatever undici thinks of the first.
          if (started) throw new Error('A request is sent once');
          started = true;
        },
        onResponseStart(_controller, status) {
          if (status >= 100 && status < 200) return;
          if (status < 200 || status > 599) return end({ kind: 'noResponse', why: 'invalid response' });
          queueMicrotask(drain);
          finish({ kind: 'response', status });
        },
        onResponseData(_controller, chunk) {
          drainedBytes += chunk.length;
          if (drainedBytes > MAX_DRAINED_BYTES) end();
        },
        onResponseEnd() {
          ended = true;
          clearTimeout(draining);
          pool.release(origin, client);
        },
        onResponseError(_controller, error) {
          end({ kind: 'noResponse', why: whyNoResponse(error) });
        },
      },
    );
  });
