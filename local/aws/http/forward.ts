import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Headers that belong to one connection and not to the message on it (RFC 9110, 7.6.1). The header `Connection` may
 * name further ones. `Host` is in this list because the target gets its own host name instead.
 */
const NOT_FORWARDED = [
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** The most idle connections to keep. There is a limit, because the target may never close idle connections. */
const KEPT_CONNECTIONS = 8;

export interface Forwarder {
  /**
   * Never throws. If the target does not respond, the client gets 502. If the target breaks off its response, the
   * response to the client breaks off too.
   */
  readonly forward: (incoming: IncomingMessage, response: ServerResponse) => void;
  close(): void;
}

/**
 * Forwards requests to the HTTP server at `origin`, and returns its responses. If the client aborts, the connection to
 * the server is aborted too, and vice versa.
 */
export function forwarderTo(origin: string): Forwarder {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS });
  const { host, hostname, port } = new URL(origin);

  async function exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, socket } = incoming;
    const headers = requestHeaders(incoming, host);
    const outgoing = request({ agent, hostname, port, method, path, headers });
    const abort = () => outgoing.destroy();
    // Listens to the socket, because Node does not emit the response's own `close` while an earlier request on the
    // connection awaits its response.
    socket.setMaxListeners(0).once('close', abort);
    try {
      const responded = responseTo(outgoing);
      // Without this call, Node would send the headers only with the body. But a client may hold back the body until it
      // gets a response.
      outgoing.flushHeaders();
      incoming.pipe(outgoing);
      // The target may respond before it has read the whole request. The rest of the request must still be read before
      // the client's connection can carry another one.
      outgoing.once('close', () => incoming.resume());
      const received = await responded;
      response.writeHead(received.statusCode ?? 502, received.statusMessage, endToEnd(received.rawHeaders));
      await pipeline(received, response);
    } finally {
      socket.off('close', abort);
    }
  }

  return {
    forward: (incoming, response) => {
      exchange(incoming, response).catch(() => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'application/json' }).end(NO_RESPONSE);
      });
    },
    close: () => agent.destroy(),
  };
}

const NO_RESPONSE = JSON.stringify({ error: 'The service behind this port did not respond' });

const responseTo = (outgoing: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    // This listener stays: after an early response, sending the rest of the body may still fail.
    outgoing.on('error', reject);
    // If the target switches protocols, Node closes the connection without an error.
    outgoing.once('close', () => reject(new Error('The connection was closed')));
  });

/**
 * A body without a declared length is forwarded without a declared length. It may be split into other chunks, because
 * chunks belong to the connection.
 */
function requestHeaders({ rawHeaders, headers }: IncomingMessage, host: string): string[] {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return ['Host', host, ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []), ...endToEnd(rawHeaders)];
}

/** `raw` alternates between names and values. */
function endToEnd(raw: readonly string[]): string[] {
  const nameAt = (at: number) => raw[at - (at % 2)]?.toLowerCase() ?? '';
  const connectionOptions = raw.filter((_, at) => at % 2 === 1 && nameAt(at) === 'connection');
  const dropped = new Set([
    ...NOT_FORWARDED,
    ...connectionOptions.flatMap((value) => value.toLowerCase().split(/[\s,]+/)),
  ]);
  // Content-Length is forwarded even if `Connection` names it, because without it the end of the body would be unknown.
  dropped.delete('content-length');
  return raw.filter((_, at) => !dropped.has(nameAt(at)));
}
