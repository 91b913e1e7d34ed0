import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import type { PermittedReceivers } from '../../permitted-receivers/local-webhooks.ts';
import { firstToConnect } from './first-to-connect.ts';
import { NoConnection, whyNoConnection } from './no-response.ts';

export interface ConnectorSettings extends PermittedReceivers {
  /** PEM of an additional certificate authority to trust. */
  readonly extraCaPem?: string | undefined;
  /** How long connecting may take after the DNS look-up. */
  readonly limitMs: number;
}

/** How many TLS sessions are kept at most, one per receiver. A kept session makes the next handshake shorter. */
const MAX_SESSIONS = 500;

/**
 * Returns a connector for undici that connects only to the checked addresses of a host. A connector that connected by
 * name could get other addresses from DNS than the check did (DNS rebinding). Node's `lookup` hook would not be enough,
 * because Node does not use the hook for a host that is an address.
 */
export function addressCheckingConnector(settings: ConnectorSettings): buildConnector.connector {
  const openerFor = socketOpeners(settings);
  return (target, callback) => {
    openSocket(settings, openerFor(target), target).then(
      (socket) => callback(null, socket),
      (error: Error) =>
        callback(error instanceof NoConnection ? error : new NoConnection(whyNoConnection(error), error), null),
    );
  };
}

async function openSocket(
  settings: ConnectorSettings,
  open: (address: string) => Socket,
  target: buildConnector.Options,
): Promise<Socket> {
  const addresses = await permittedAddresses(settings, target);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new NoConnection('timeout')), settings.limitMs);
  try {
    const socket = await firstToConnect(addresses, open, limit.signal);
    if (!settings.permits([socket.remoteAddress ?? ''])) {
      socket.destroy();
      throw new NoConnection('blocked address');
    }
    if (target.protocol === 'https:') await completeHandshake(socket, limit.signal);
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

function completeHandshake(socket: Socket, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('secureConnect', resolve);
  socket.once('error', reject);
  socket.once('close', () => reject(new NoConnection('reset')));
  signal.addEventListener('abort', () => socket.destroy(signal.reason));
  return promise;
}

/** Returns the addresses of the host. Throws unless requests may be sent to the host. */
async function permittedAddresses(
  { resolve, permits, allowsPlainHttp }: ConnectorSettings,
  { hostname, protocol }: buildConnector.Options,
): Promise<readonly string[]> {
  if (protocol !== 'https:' && !allowsPlainHttp) throw new NoConnection('blocked address');
  const found = await resolve(hostname);
  if (found.kind !== 'addresses' || found.addresses.length === 0) throw new NoConnection('dns');
  if (!permits(found.addresses)) throw new NoConnection('blocked address');
  return found.addresses;
}

/** Returns a function that opens a socket to a given receiver at a given address. */
function socketOpeners({ extraCaPem }: ConnectorSettings) {
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(extraCaPem === undefined ? {} : { ca: [...rootCertificates, extraCaPem] }),
  });
  const sessions = new Map<string, Buffer>();

  return ({ hostname, protocol, port }: buildConnector.Options) =>
    (address: string): Socket => {
      const common = { host: address, noDelay: true };
      if (protocol !== 'https:') return connectTcp({ ...common, port: Number(port || 80) });
      const receiver = `${hostname}:${port || 443}`;
      const session = sessions.get(receiver);
      const socket = connectTls({
        ...common,
        port: Number(port || 443),
        secureContext,
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        // The certificate must be valid for this host name or, without a name, for the address.
        ...(isIP(hostname) ? {} : { servername: hostname }),
        ...(session === undefined ? {} : { session }),
      });
      return socket.on('session', (ticket) => {
        if (sessions.size >= MAX_SESSIONS) sessions.clear();
        sessions.set(receiver, ticket);
      });
    };
}
