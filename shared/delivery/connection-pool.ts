import type { Client } from 'undici';

interface Settings {
  readonly open: (origin: string) => Client;
  /** One that was idle for longer, by the clock, is not used again. */
  readonly maxIdleMs: number;
  readonly nowMs: () => number;
}

/**
 * Connections kept for the next request to the same receiver. One client is one connection with one request at a time,
 * so ending a request ends exactly its connection. (undici's Agent would open a new one in place of each that is ended.)
 */
export function connectionPool({ open, maxIdleMs, nowMs }: Settings) {
  /** By origin; the time since when each is idle, the newest last. */
  const idle = new Map<string, Map<Client, number>>();

  const forget = (origin: string, client: Client) => {
    const clients = idle.get(origin);
    clients?.delete(client);
    if (clients?.size === 0) idle.delete(origin);
  };

  return {
    /** The one used last, or a new one. Nobody else has it until it is released; one that is not is destroyed. */
    acquire(origin: string): Client {
      for (const [client, idleSinceMs] of [...(idle.get(origin) ?? [])].reverse()) {
        forget(origin, client);
        if (nowMs() - idleSinceMs <= maxIdleMs) return client;
        void client.destroy();
      }
      const client = open(origin);
      client.on('disconnect', () => forget(origin, client));
      return client;
    },

    release(origin: string, client: Client): void {
      if (client.destroyed) return;
      const clients = idle.get(origin) ?? new Map();
      idle.set(origin, clients.set(client, nowMs()));
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
