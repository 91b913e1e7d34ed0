import type { Client } from 'undici';

interface Settings {
  readonly open: (origin: string) => Client;
  /** One that was idle for longer, by the clock, is not used again. */
  readonly maxIdleMs: number;
  readonly nowMs: () => number;
}

interface Idle {
  readonly client: Client;
  readonly sinceMs: number;
}

/**
 * Connections kept for the next request to the same receiver. One client is one connection with one request at a time,
 * so ending a request ends exactly its connection. (undici's Agent would open a new one in place of each that is ended.)
 */
export function connectionPool({ open, maxIdleMs, nowMs }: Settings) {
  /** By origin; the one used last stands last. */
  const idle = new Map<string, Idle[]>();

  const forget = (origin: string, client: Client) => {
    const waiting = idle.get(origin) ?? [];
    const place = waiting.findIndex((one) => one.client === client);
    if (place >= 0) waiting.splice(place, 1);
    if (waiting.length === 0) idle.delete(origin);
  };

  return {
    /** The one used last, or a new one. Nobody else has it until it is released; one that is not is destroyed. */
    acquire(origin: string): Client {
      const waiting = idle.get(origin);
      for (let last = waiting?.pop(); last !== undefined; last = waiting?.pop()) {
        if (nowMs() - last.sinceMs <= maxIdleMs) return last.client;
        void last.client.destroy();
      }
      const client = open(origin);
      // Every client ends some day, and the last one of an origin takes its entry with it.
      client.on('disconnect', () => forget(origin, client));
      return client;
    },

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
