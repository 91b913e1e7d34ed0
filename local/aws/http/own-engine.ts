import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../../tooling/command-line/problem.ts';
import type { Credentials } from '../../../tooling/local-service.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { isListening } from '../../../tooling/machine/ports.ts';
import { forKeyHolders } from './access-key.ts';
import type { LoopbackService } from './json-service.ts';
import { signed } from './sign-request.ts';

interface OwnCredentials extends Credentials {
  readonly sessionToken?: string | undefined;
}

interface OwnEngine {
  readonly endpoint: string;
  /** The flag that names the engine. */
  readonly flag: string;
  /** The access key that our port needs. */
  readonly accessKeyId: string;
  /** The access key of the engine. */
  readonly credentials?: OwnCredentials;
  /** Our port. 0 means any. */
  readonly port?: number;
}

/** Without an access key in the environment, takes any: engines for one machine rarely check it. */
const fromEnvironment = (): OwnCredentials => ({
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? 'local',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'local',
  sessionToken: process.env['AWS_SESSION_TOKEN'],
});

/**
 * Opens a port of ours in front of an engine of the user's own, and signs each request with the access key of that
 * engine. So functions and tools need only the access key of the service, and the engine does not get to know it. Throws
 * a Problem if the engine cannot be reached.
 */
export async function startOwnEngine(engine: OwnEngine): Promise<LoopbackService> {
  const url = new URL(engine.endpoint);
  const client = url.protocol === 'https:' ? https : http;
  const enginePort = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!(await isListening(enginePort, url.hostname.replaceAll(/[[\]]/g, '')))) {
    throw new Problem(`The service cannot start: no engine responds at ${engine.endpoint} (${engine.flag}).`);
  }
  const agent = new client.Agent({ keepAlive: true });
  const credentials = engine.credentials ?? fromEnvironment();

  const exchange = async (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await buffer(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    const headers = { ...forwarded(incoming), host: url.host, 'content-length': String(body.length) };
    const scope = /\bCredential=[^/]+\/\d+\/([^,\s]+)\/aws4_request/.exec(incoming.headers.authorization ?? '')?.[1];
    const sent =
      scope === undefined ? headers : signed({ method, path, headers, body, scope }, credentials, new Date());
    const received = await new Promise<http.IncomingMessage>((resolve, reject) => {
      client.request(new URL(path, url), { agent, method, headers: sent }, resolve).once('error', reject).end(body);
    });
    response.writeHead(received.statusCode ?? 502, withoutHops(received.headers));
    await pipeline(received, response);
  };
  const server = http.createServer(
    forKeyHolders(engine.accessKeyId, (incoming, response) => {
      exchange(incoming, response).catch(() => {
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'application/json' }).end(NO_RESPONSE);
      });
    }),
  );
  return {
    endpoint: `http://127.0.0.1:${await listen(server, engine.port ?? 0)}`,
    close: async () => {
      await closeServer(server);
      agent.destroy();
    },
  };
}

const NO_RESPONSE = JSON.stringify({ message: 'The engine did not respond' });

/** Headers of one connection, and those that a new signature replaces. */
const REPLACED =
  /^(connection|keep-alive|transfer-encoding|expect|authorization|x-amz-(date|content-sha256|security-token))$/;

const withoutHops = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !REPLACED.test(name)));

const forwarded = ({ headers }: http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(withoutHops(headers)).map(([name, value]) => [name, String(value)]));
