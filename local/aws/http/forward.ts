import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Matches headers that are not forwarded, mostly because they belong to one connection (RFC 9110, 7.6.1). */
const NOT_FORWARDED = /^(connection|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export interface Forwarded {
  readonly method: string;
  /** The path and query, as they were received. */
  readonly path: string;
  /** The headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Forwarder = ReturnType<typeof forwarderTo>;

/**
 * Forwards whole requests to the HTTP server at `origin`, and returns its responses. If the client disconnects, the
 * request to the server is aborted. `headersOf` may replace the headers.
 */
export function forwarderTo(
  origin: string,
  headersOf: (request: Forwarded) => Readonly<Record<string, string>> = ({ headers }) => headers,
) {
  const { protocol, host, hostname, port } = new URL(origin);
  const client = protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true });

  async function exchange(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    const headers = { ...forwardedHeaders(incoming), host, 'content-length': String(body.length) };
    const received = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const outgoing = client.request({
        ...{ agent, hostname: removeBrackets(hostname), port, method, path },
        headers: headersOf({ method, path, headers, body }),
      });
      outgoing.once('response', resolve).on('error', reject).end(body);
      // If the target switches protocols, Node closes the connection without an error.
      outgoing.once('close', () => reject(new Error('The connection was closed')));
      response.once('close', () => outgoing.destroy());
    });
    response.writeHead(received.statusCode ?? 502, received.statusMessage, forwardedHeaders(received));
    await pipeline(received, response);
  }

  return {
    /** Forwards a request and its response. Never throws. If the target does not respond, the client gets 502. */
    forward: (incoming: http.IncomingMessage, response: http.ServerResponse) => {
      exchange(incoming, response).catch(() => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'application/json' }).end(NO_RESPONSE);
      });
    },
    close: () => agent.destroy(),
  };
}

/**
 * The body of the response when the target does not respond. The SDK shows the field `message`. The pages of the
 * documentation show the field `error`, which every error response of the API has.
 */
const NO_RESPONSE = JSON.stringify({
  message: 'The engine did not respond',
  error: 'The service behind this port did not respond',
});

/** Removes the brackets around an IPv6 address in a URL. */
export const removeBrackets = (hostname: string) => hostname.replaceAll(/[[\]]/g, '');

const forwardedHeaders = ({ headers }: http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !NOT_FORWARDED.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
