import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { issue, newAuthority } from './certificates.ts';
import { type Behaviour, startRawServer } from './raw-server.ts';

/** Returns a behaviour that writes the same bytes until the other side closes the connection. */
export const forever =
  (head: string, bytes: string | Buffer, everyMs = 0): Behaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.writable && socket.writableLength < 1e6 && socket.write(bytes), everyMs);
    socket.on('close', () => clearInterval(timer));
  };

const says = (text: string) => (socket: Socket) => void socket.write(text);
const bomb = gzipSync(Buffer.alloc(50_000_000));

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'never responds': () => undefined,
  'drips its status line': forever('HTTP/1.1 200 O', 'K', 20),
  'drips its headers': forever('HTTP/1.1 200 OK\r\nX-A: ', 'a', 20),
  'sends informational responses forever': forever('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 1),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'resets in the middle of its headers': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nX', () => socket.resetAndDestroy()),
  'sends endless headers': forever('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(8_000)}\r\n`),
  'sends an endless body': forever('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(10_000)),
  'sends a decompression bomb': forever('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', bomb),
  redirects: says('HTTP/1.1 302 x\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n'),
  'sends a malformed status': says('HTTP/1.1 20 OK\r\n\r\n'),
  'sends status 999': says('HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n'),
};

const memory = z.object({ rssMb: z.number(), heapMb: z.number() });
const cost = z.object({
  before: memory,
  after: memory,
  longestMs: z.number(),
  openSockets: z.array(z.string()),
  outcomes: z.record(z.string(), z.number()),
});
export type Cost = z.infer<typeof cost>;

const SENDER = fileURLToPath(new URL('hostile-deliveries.ts', import.meta.url));

/**
 * Measures, in a process of its own, the cost of deliveries to hostile receivers, one for each kind of harm. Returns
 * only after all connections of the receivers are closed.
 */
export async function costOfHostileDeliveries(deliveries: number, responseLimitMs: number): Promise<Cost> {
  const { certPem: cert, keyPem: key } = issue(newAuthority('Unknown authority'), { hosts: ['receiver.test'] });
  const plain = await Promise.all(Object.values(BEHAVIOURS).map((behaviour) => startRawServer(behaviour)));
  const untrusted = await startRawServer(() => undefined, { cert, key });
  // Accepts the connection and sends nothing, so that the TLS handshake hangs.
  const silent = await startRawServer(() => undefined);
  const urls = [
    ...plain.map(({ port }) => `http://receiver.test:${port}/hook`),
    ...[untrusted, silent].map(({ port }) => `https://receiver.test:${port}/hook`),
  ];
  const all = [...plain, untrusted, silent];
  try {
    const args = ['--expose-gc', SENDER, String(deliveries), String(responseLimitMs), ...urls];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    await Promise.all(all.map((server) => server.allClosed()));
    return cost.parse(JSON.parse(stdout));
  } finally {
    await Promise.all(all.map((server) => server.close()));
  }
}
