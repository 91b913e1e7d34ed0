import { createServer } from 'node:http';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { isListening } from '../../../tooling/machine/free-port.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { requireAccessKey } from './access-key.ts';
import { type Forwarded, forwarderTo, removeBrackets } from './forward.ts';
import type { LoopbackService } from './json-service.ts';
import { type SigningCredentials, signRequest } from './sign-request.ts';

interface OwnEngine {
  readonly endpoint: string;
  /** The command-line flag that names the engine. */
  readonly flag: string;
  /** The access key that requests to our port need. */
  readonly accessKeyId: string;
  /** The access key with which requests to the engine are signed. */
  readonly credentials?: SigningCredentials;
}

/** The engine's access key from the environment, or a dummy, because local engines rarely check it. */
const credentialsFromEnvironment = (): SigningCredentials => ({
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? 'local',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'local',
  sessionToken: process.env['AWS_SESSION_TOKEN'],
});

/**
 * Opens a port in front of the user's own engine, and replaces each signature by one with that engine's access key. So
 * functions and tools need only the service's access key, which the engine never receives. Throws a Problem if the engine cannot
 * be reached.
 */
export async function startEngineProxy(engine: OwnEngine): Promise<LoopbackService> {
  const { protocol, hostname, port } = new URL(engine.endpoint);
  const enginePort = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (!(await isListening(enginePort, removeBrackets(hostname)))) {
    throw new Problem(`The service cannot start: no engine responds at ${engine.endpoint} (${engine.flag}).`);
  }
  const credentials = engine.credentials ?? credentialsFromEnvironment();
  const { forward, close } = forwarderTo(engine.endpoint, (request) => replaceSignature(credentials, request));
  const server = createServer(requireAccessKey(engine.accessKeyId, forward));
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    close: async () => {
      await closeServer(server);
      close();
    },
  };
}

/** The headers of the client's own signature. */
const REPLACED = /^(authorization|x-amz-(date|content-sha256|security-token))$/;

function replaceSignature(credentials: SigningCredentials, request: Forwarded): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !REPLACED.test(name)));
  const scope = /\bCredential=[^/]+\/\d+\/([^,\s]+)\/aws4_request/.exec(request.headers['authorization'] ?? '')?.[1];
  return scope === undefined ? headers : signRequest({ ...request, headers, scope }, credentials, new Date());
}
