import type { Connection } from './connection.ts';

/**
 * The longest idle time after which a connection is reused. Receivers close idle connections without notice, some
 * after two seconds. A request on a connection that is being closed costs a healthy partner an attempt. The wall clock
 * measures the idle time: timers stop while a function is frozen, but receivers still close its connections.
 */
export const MAX_IDLE_MS = 1_000;

interface Settings {
  readonly open: (origin: string) => Connection;
  /** The longest idle time, by the wall clock, after which a connection is still reused. */
  readonly maxIdleMs: number;
  readonly nowMs: () => number;
}

interface Idle {
  readonly connection: Connection;
  readonly sinceMs: number;
}

/**
 * Keeps connections open for the next request to the same receiver. A connection carries one request at a time, so
 * aborting a request closes no other request's connection.
 */
export function connectionPool({ open, maxIdleMs, nowMs }: Settings) {
  /** Idle connections by origin, the most recently used last. */
  const idle = new Map<string, Idle[]>();

  const forget = (origin: string, connection: Connection) => {
    const waiting = idle.get(origin) ?? [];
    const place = waiting.findIndex((one) => one.connection === connection);
    if (place >= 0) waiting.splice(place, 1);
    if (waiting.length === 0) idle.delete(origin);
  };

  return {
    /**
     * Returns the most recently used idle connection to the origin, or a new connection. Nobody else gets the
     * connection until it is released. A caller that does not release the connection must destroy its client.
     */
    acquire(origin: string): Connection {
      const waiting = idle.get(origin);
      for (let last = waiting?.pop(); last !== undefined; last = waiting?.pop()) {
        if (nowMs() - last.sinceMs <= maxIdleMs) return last.connection;
        void last.connection.client.destroy();
      }
      const connection = open(origin);
      // Every idle client disconnects at some point. Its connection then leaves the map, so that the map does not grow.
      connection.client.on('disconnect', () => forget(origin, connection));
      return connection;
    },

    /**
     * Makes the connection available to the next request, unless the receiver closes it within one turn of the event
     * loop. Some receivers close a connection right after their response.
     */
    release(origin: string, connection: Connection): void {
      const since = { connection, sinceMs: nowMs() };
      setImmediate(() => {
        if (!connection.client.stats.connected) return;
        const waiting = idle.get(origin);
        if (waiting) waiting.push(since);
        else idle.set(origin, [since]);
      });
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
