import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import { NoConnection, whyNoConnection } from './no-response.ts';
import type { Resolve } from './resolver.ts';

export interface ConnectorSettings {
  readonly resolve: Resolve;
  /** Whether a partner's name may lead to this address. */
  readonly permits: (address: string) => boolean;
  /** Only the local service may send without TLS. */
  readonly allowsPlainHttp: boolean;
  /** One more certificate authority to trust. */
  readonly extraCaPem?: string | undefined;
  /** A connection that takes longer is closed, even if requests still wait for it. */
  readonly limitMs: number;
}

/** Sessions kept for a shorter handshake; one per receiver. */
const MAX_SESSIONS = 500;

/**
 * Opens connections for undici, only to addresses that were vetted a moment ago: every address of the name is judged,
 * and the connection is pinned to those. Looking up once and connecting by name would leave a gap for DNS rebinding,
 * and Node's own hook is not called for a host that is an address.
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
        // Stays: a socket may fail between this listener's end and the next owner's.
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

/** One bad address among good ones rejects the name: nobody needs a private address beside a public one. */
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

/** In place of a DNS look-up. Node asks for all addresses when it may try them in turn. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all: wantsAll }, callback) => {
    if (wantsAll) callback(null, all);
    else callback(null, addresses[0] ?? '', isIP(addresses[0] ?? ''));
  };
}
