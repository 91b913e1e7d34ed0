import { RESPONSE_LIMIT_MS } from '../../domain/deliveries/response-timeout.ts';
import type { Outcome } from '../../domain/deliveries/retry-policy.ts';
import { openConnection } from './connection/connection.ts';
import { type ConnectionPool, connectionPool, MAX_IDLE_MS } from './connection/connection-pool.ts';
import { addressCheckingConnector, type ConnectorSettings } from './connection/connector.ts';
import { whyNoResponse } from './connection/no-response.ts';

/** To reuse a connection, at most this much of a response body is discarded. A longer body closes the connection. */
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

/** Sends at most one request on the wire and returns its outcome. Follows no redirect. Never throws. */
export type Send = (post: Post) => Promise<Outcome>;

/** Returns a `Send` that keeps its connections open across invocations. `responseLimitMs` is for tests. */
export function createSender({ nowMs, responseLimitMs = RESPONSE_LIMIT_MS, ...settings }: SenderSettings): Send {
  const connect = addressCheckingConnector({ ...settings, limitMs: responseLimitMs });
  const open = (origin: string) => openConnection(origin, connect, MAX_IDLE_MS);
  const pool = connectionPool({ open, maxIdleMs: MAX_IDLE_MS, nowMs });
  return (post) => exchange(pool, post, responseLimitMs);
}

const exchange = (pool: ConnectionPool, { url, headers, body }: Post, limitMs: number) =>
  new Promise<Outcome>((resolve) => {
    const { origin } = url;
    const connection = pool.acquire(origin);
    const { client, heads } = connection;
    const limit = setTimeout(() => end({ kind: 'noResponse', why: 'timeout' }), limitMs);
    let draining: NodeJS.Timeout | undefined;
    let drainedBytes = 0;
    let started = false;
    let ended = false;

    /** Resolves the promise. Only the first outcome counts. */
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
    /** Limits the time for the rest of the body. Most bodies arrive together with the status, and need no timer. */
    function drain(): void {
      if (!ended) draining = setTimeout(end, MAX_DRAINING_MS).unref();
    }

    client.dispatch(
      { path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
      {
        onRequestStart() {
          if (started) throw new Error('A request must not be sent twice');
          started = true;
          heads.expect();
        },
        onResponseStart(_controller, status) {
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
          pool.release(origin, connection);
        },
        onResponseError(_controller, error) {
          end({ kind: 'noResponse', why: whyNoResponse(error) });
        },
      },
    );
  });
