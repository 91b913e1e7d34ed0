import type { Client } from 'undici';

interface Settings {
  readonly open: (origin: string) => Client;
  /** A connection is not reused if it was idle for longer than this by the wall clock. */
  readonly maxIdleMs: number;
  readonly nowMs: () => number;
}

interface Idle {
  readonly client: Client;
  readonly sinceMs: number;
}

/**
 * Keeps connections for the next request to the same receiver. One client is one connection with one request at a time,
 * so aborting a request closes only the connection of that request. (undici's Agent would replace each closed
 * connection with a new one.)
 */
export function connectionPool({ open, maxIdleMs, nowMs }: Settings) {
  /** Idle clients by origin, the most recently used last. */
  const idle = new Map<string, Idle[]>();

  const forget = (origin: string, client: Client) => {
    const waiting = idle.get(origin) ?? [];
    const place = waiting.findIndex((one) => one.client === client);
    if (place >= 0) waiting.splice(place, 1);
    if (waiting.length === 0) idle.delete(origin);
  };

  return {
    /**
     * Returns the most recently used client, or opens a new one. No other caller gets the client until this caller
     * releases it. A caller that does not release a client must destroy it.
     */
    acquire(origin: string): Client {
      const waiting = idle.get(origin);
      for (let last = waiting?.pop(); last !== undefined; last = waiting?.pop()) {
        if (nowMs() - last.sinceMs <= maxIdleMs) return last.client;
        void last.client.destroy();
      }
      const client = open(origin);
      // Every client disconnects at some point. When the last client of an origin disconnects, the entry of the origin
      // is removed.
      client.on('disconnect', () => forget(origin, client));
      return client;
    },

    /** Makes the client available to the next request. Drops a client that was destroyed. */
    release(origin: string, client: Client): void {
      if (client.destroyed) return;
      const since = { client, sinceMs: nowMs() };
      const waiting = idle.get(origin);
      if (waiting) waiting.push(since);
      else idle.set(origin, [since]);
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
