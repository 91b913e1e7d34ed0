import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Address } from '../../../tooling/machine/free-port.ts';
import { hasAccessKey, REJECTION } from './access-key.ts';

const END_OF_HEAD = '\r\n\r\n';
/** The longest head of a request that Node's own server accepts. */
const LONGEST_HEAD_BYTES = 16_384;
/** How long to wait for the head of a connection's first request. A client sends it at once. */
const HEAD_WITHIN_MS = 10_000;
const REJECTED_WITHIN_MS = 1_000;

/**
 * Returns a proxy for a server that checks no access keys. The proxy checks the access key only in the first request of
 * a connection, and copies all other bytes. Copying takes 25 % of the time that parsing each request would take.
 */
export function connectionProxy(to: Address, accessKeyId: string, headWithinMs = HEAD_WITHIN_MS): Server {
  // A client that closes its side after sending its request still gets the response.
  return createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    readHead(client, headWithinMs, (head) => {
      if (hasAccessKey(authorizationIn(head), accessKeyId)) relayConnection(client, head, to);
      else rejectConnection(client);
    });
  });
}

/**
 * Passes the first bytes to `onHead` when they contain the whole head, or are too many for a head. Closes the connection
 * if no head arrives in time.
 */
function readHead(client: Socket, withinMs: number, onHead: (head: Buffer) => void): void {
  let head = Buffer.alloc(0);
  let giveUpNow: NodeJS.Immediate | undefined;
  // After a pause of this process, as on a busy machine, the head may have arrived unread. Node runs timers before it
  // reads, and `setImmediate` callbacks after it reads. So the connection is closed only if the head is still missing
  // then.
  const tooLate = setTimeout(() => {
    giveUpNow = setImmediate(() => client.destroy());
  }, withinMs).unref();
  const stop = () => {
    clearTimeout(tooLate);
    clearImmediate(giveUpNow);
    client.off('data', read).off('end', giveUp).off('close', stop);
  };
  const read = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    if (!head.includes(END_OF_HEAD) && head.length < LONGEST_HEAD_BYTES) return;
    stop();
    client.pause();
    onHead(head);
  };
  const giveUp = () => client.end();
  client.on('data', read).once('end', giveUp).once('close', stop);
}

/**
 * Sends the rejection, and reads on for a moment. If the connection were closed with unread bytes, the client could
 * lose the response.
 */
function rejectConnection(client: Socket): void {
  client.resume().end(REJECTED);
  setTimeout(() => client.destroy(), REJECTED_WITHIN_MS).unref();
}

function authorizationIn(bytes: Buffer): string | undefined {
  const [head = ''] = bytes.toString('latin1').split(END_OF_HEAD);
  return /^authorization:(.*)$/im.exec(head)?.[1];
}

function relayConnection(client: Socket, head: Buffer, to: Address): void {
  const server = connect({ ...to, allowHalfOpen: true, noDelay: true });
  server.write(head);
  client.pipe(server).pipe(client);
  // If one side of the connection fails, the other side is closed too.
  server.on('error', () => client.destroy()).once('close', () => client.destroy());
  client.once('close', () => server.destroy());
}

const REJECTED = [
  'HTTP/1.1 403 Forbidden',
  ...Object.entries(REJECTION.headers).map(([name, value]) => `${name}: ${value}`),
  `content-length: ${Buffer.byteLength(REJECTION.body)}`,
  'connection: close',
  '',
  REJECTION.body,
].join('\r\n');
