import { createServer } from 'node:net';
import * as z from 'zod';
import { listen } from './loopback.ts';

/**
 * An open port on loopback for a child process, which inherits the file descriptor. So no other program can open the
 * port before the child listens. The child can run in a network namespace, because a socket stays in the namespace in
 * which it was opened.
 */
export interface OpenPort {
  readonly port: number;
  readonly fd: number;
  /** Closes the port in this process. To be used as soon as the child has started. */
  close(): void;
}

/** Node has no public way to read the file descriptor of a server. */
const withDescriptor = z.object({ _handle: z.object({ fd: z.int().min(0) }) });

/** Opens the wanted port. If `wanted` is 0, opens any free port. */
export async function openPort(wanted: number): Promise<OpenPort> {
  const server = createServer((socket) => socket.destroy());
  const port = await listen(server, wanted);
  const { fd } = withDescriptor.parse(server)._handle;
  return { port, fd, close: () => void server.close() };
}
