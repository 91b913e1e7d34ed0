import type { Socket } from 'node:net';

/**
 * How long to wait for a connection before the next address is tried too. The wait is longer than the round trip to the
 * farthest receivers. So a second connection usually opens only if a packet was lost or an address does not work.
 */
const NEXT_ADDRESS_AFTER_MS = 500;

/** How many addresses are tried at most for one request. A host name can have any number of addresses. */
const MAX_ADDRESSES = 10;

/**
 * Opens sockets to the first addresses, in order, and returns the first socket that connects (RFC 8305, "Happy
 * Eyeballs"). A new try does not end earlier tries, because far receivers and lost packets need time. If all addresses
 * fail, rejects with the first error. If the signal aborts, rejects with the signal's reason.
 */
export function firstToConnect(
  addresses: readonly string[],
  open: (address: string) => Socket,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const untried = addresses.slice(0, MAX_ADDRESSES);
  const trying = new Set<Socket>();
  const errors: Error[] = [];
  let timer: NodeJS.Timeout | undefined;

  function tryNext(): void {
    clearTimeout(timer);
    const address = untried.shift();
    if (address === undefined) return;
    const socket = open(address);
    trying.add(socket);
    socket.once('connect', () => {
      trying.delete(socket);
      end();
      resolve(socket);
    });
    // This listener is never removed: an error event without a listener would be thrown.
    socket.on('error', (error) => {
      if (!trying.delete(socket)) return;
      errors.push(error);
      if (untried.length > 0) tryNext();
      else if (trying.size === 0) reject(errors[0]);
    });
    if (untried.length > 0) timer = setTimeout(tryNext, NEXT_ADDRESS_AFTER_MS);
  }
  function end(): void {
    clearTimeout(timer);
    untried.length = 0;
    for (const socket of trying) socket.destroy();
    trying.clear();
  }

  signal.addEventListener('abort', () => {
    end();
    reject(signal.reason);
  });
  tryNext();
  return promise;
}
