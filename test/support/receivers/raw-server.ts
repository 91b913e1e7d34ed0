import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type RawServer = Awaited<ReturnType<typeof startRawServer>>;

/** What a receiver does when the headers of a request have arrived. */
export type Behaviour = (socket: Socket) => void;

/** Starts a receiver that sends the bytes that a test chooses, over TCP or (with `tls`) over TLS. */
export async function startRawServer(onRequest: Behaviour, tls?: TlsOptions, host = '127.0.0.1') {
  const received: string[] = [];
  const open = new Set<Socket>();
  let onClosed: () => void = () => undefined;

  const accept = (socket: Socket) => {
    const index = received.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const before = received[index] ?? '';
      received[index] = before + chunk.toString();
      if (/\r\n\r\n/.test(received[index]) && requestsIn(received[index]) > requestsIn(before)) onRequest(socket);
    });
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createTcpServer(accept);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) onClosed();
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');

  return {
    port: address.port,
    /** The received bytes of each connection. */
    received,
    connections: () => received.length,
    /** Resolves when no connection is open. */
    allClosed: () =>
      new Promise<void>((resolve) => {
        onClosed = resolve;
        if (open.size === 0) resolve();
      }),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const requestsIn = (text: string) => text.split('POST /').length - 1;
