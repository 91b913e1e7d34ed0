import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Resolve } from '../resolver.ts';
import { firstToConnect } from './first-to-connect.ts';
import { NoConnection, whyNoConnection } from './no-response.ts';

export interface ConnectorSettings {
  readonly resolve: Resolve;
  /** Whether a request to a partner may connect to this address. */
  readonly permits: (address: string) => boolean;
  /** Whether requests may be sent without TLS. True only in the local service. */
  readonly allowsPlainHttp: boolean;
  /** PEM of an additional certificate authority to trust. */
  readonly extraCaPem?: string | undefined;
  /**
   * How long opening a connection may take. After this time, the connection is closed, even if requests still wait for
   * it.
   */
  readonly limitMs: number;
}

/** The most TLS sessions to keep, one per receiver. A kept session makes the next handshake shorter. */
const MAX_SESSIONS = 500;

/**
 * Opens connections for undici, only to addresses that were checked just before. The connector checks every address of
 * the host name, and then connects only to these addresses. If it connected by name after the check, DNS could return
 * other addresses by then (DNS rebinding). A check in Node's `lookup` hook would not be enough, because Node does not
 * call that hook for a host that is an address.
 */
export function vettedConnector(settings: ConnectorSettings): buildConnector.connector {
  const secure = tlsOpener(settings);
  return (target, callback) => {
    connection(settings, secure, target).then(
      (socket) => callback(null, socket),
      (error: Error) =>
        callback(error instanceof NoConnection ? error : new NoConnection(whyNoConnection(error), error), null),
    );
  };
}

async function connection(
  settings: ConnectorSettings,
  secure: ReturnType<typeof tlsOpener>,
  target: buildConnector.Options,
): Promise<Socket> {
  const addresses = await vetted(settings, target);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new NoConnection('timeout')), settings.limitMs);
  try {
    const isSecure = target.protocol === 'https:';
    const socket = await firstToConnect(addresses, Number(target.port || (isSecure ? 443 : 80)), limit.signal);
    if (!settings.permits(socket.remoteAddress ?? '')) {
      socket.destroy();
      throw new NoConnection('blocked address');
    }
    return isSecure ? await secure(socket, target, limit.signal) : socket;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the addresses of the host. Throws `NoConnection` if any of them is not permitted: no honest receiver has a
 * private address beside a public one.
 */
async function vetted(
  { resolve, permits, allowsPlainHttp }: ConnectorSettings,
  { hostname, protocol }: buildConnector.Options,
): Promise<readonly string[]> {
  if (protocol !== 'https:' && !allowsPlainHttp) throw new NoConnection('blocked address');
  const found = await resolve(hostname);
  if (found.kind !== 'addresses' || found.addresses.length === 0) throw new NoConnection('dns');
  if (!found.addresses.every(permits)) throw new NoConnection('blocked address');
  return found.addresses;
}

/** Returns a function that makes the TLS handshake on a connection. */
function tlsOpener({ extraCaPem }: ConnectorSettings) {
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extraCaPem === undefined ? {} : { ca: [...rootCertificates, extraCaPem] }),
  });
  const sessions = new Map<string, Buffer>();

  return (
    connected: Socket,
    { hostname, port, servername }: buildConnector.Options,
    signal: AbortSignal,
  ): Promise<Socket> => {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const receiver = `${hostname}:${port || 443}`;
    const session = sessions.get(receiver);
    const socket = connectTls({
      socket: connected,
      host: hostname,
      secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(servername ? { servername } : {}),
      ...(session === undefined ? {} : { session }),
    });
    socket.on('session', (ticket) => {
      if (sessions.size >= MAX_SESSIONS) sessions.clear();
      sessions.set(receiver, ticket);
    });
    // This listener is never removed: an error event without a listener would be thrown.
    socket.on('error', reject);
    socket.once('close', () => reject(new NoConnection('reset')));
    socket.once('secureConnect', () => resolve(socket));
    signal.addEventListener('abort', () => socket.destroy(signal.reason));
    return promise;
  };
}
