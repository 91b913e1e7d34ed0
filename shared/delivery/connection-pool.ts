import type { Client } from 'undici';

/**
 * Connections kept for the next request to the same receiver. One client is one connection with one request at a time,
 * so ending a request ends exactly its connection. (undici's Agent would open a new one in place of each that is ended.)
 */
export function connectionPool(open: (origin: string) => Client) {
  const idle = new Map<string, Set<Client>>();

  const forget = (origin: string, client: Client) => {
    const clients = idle.get(origin);
    clients?.delete(client);
    if (clients?.size === 0) idle.delete(origin);
  };

  return {
    /** One that is idle, or a new one. Nobody else has it until it is released; one that is not is destroyed. */
    acquire(origin: string): Client {
      const [kept] = idle.get(origin) ?? [];
      if (kept) {
        forget(origin, kept);
        return kept;
      }
      const client = open(origin);
      client.on('disconnect', () => forget(origin, client));
      return client;
    },

    release(origin: string, client: Client): void {
      if (client.destroyed) return;
      const clients = idle.get(origin) ?? new Set();
      idle.set(origin, clients.add(client));
    },

    closeIdle(): void {
      for (const clients of idle.values()) for (const client of clients) void client.destroy();
      idle.clear();
    },
  };
}

export type ConnectionPool = ReturnType<typeof connectionPool>;
