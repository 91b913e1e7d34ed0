import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import { NoConnection, whyNoConnection } from './no-response.ts';
import type { Resolve } from './resolver.ts';

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
  const open = socketOpener(settings);
  return (target, callback) => {
    void vetted(settings, target).then(
      (addresses) => {
        const socket = open(target, addresses);
        const timer = setTimeout(() => socket.destroy(new NoConnection('timeout')), settings.limitMs);
        const fail = (error: Error) => {
          clearTimeout(timer);
          callback(error instanceof NoConnection ? error : new NoConnection(whyNoConnection(error), error), null);
        };
        // This listener is never removed: the socket may fail after `fail` is removed and before undici adds a
        // listener, and an error event without a listener would be thrown.
        socket.on('error', () => undefined);
        socket.once('error', fail);
        socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          socket.off('error', fail);
          clearTimeout(timer);
          if (settings.permits(socket.remoteAddress ?? '')) return callback(null, socket);
          socket.destroy();
          callback(new NoConnection('blocked address'), null);
        });
      },
      (error: Error) => callback(error, null),
    );
  };
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

function socketOpener({ extraCaPem }: ConnectorSettings) {
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extraCaPem === undefined ? {} : { ca: [...rootCertificates, extraCaPem] }),
  });
  const sessions = new Map<string, Buffer>();

  return ({ hostname, protocol, port, servername }: buildConnector.Options, addresses: readonly string[]): Socket => {
    const common = { host: hostname, lookup: pinnedTo(addresses), noDelay: true };
    if (protocol !== 'https:') return connectTcp({ ...common, port: Number(port || 80) });
    const receiver = `${hostname}:${port || 443}`;
    const session = sessions.get(receiver);
    const socket = connectTls({
      ...common,
      port: Number(port || 443),
      secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(servername ? { servername } : {}),
      ...(session === undefined ? {} : { session }),
    });
    return socket.on('session', (ticket) => {
      if (sessions.size >= MAX_SESSIONS) sessions.clear();
      sessions.set(receiver, ticket);
    });
  };
}

/**
 * Returns a replacement for Node's DNS look-up that finds only the given addresses. If Node may try several addresses
 * one after the other, it sets `all`, and the replacement returns all given addresses.
 */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all: wantsAll }, callback) => {
    if (wantsAll) callback(null, all);
    else callback(null, addresses[0] ?? '', isIP(addresses[0] ?? ''));
  };
}
