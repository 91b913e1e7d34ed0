import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../../tooling/machine/loopback.ts';
import { rejectForeignPages } from '../../../tooling/machine/reject-foreign-pages.ts';
import type { ApiModel } from '../cloudformation/stack-model.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { type Around, requestHandler } from './handle.ts';
import { describeRequest } from './wire/incoming.ts';
import { respondAndClose, sendResponse } from './wire/send.ts';

export type { Around };

export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly sourceIp: string;
}

interface Options {
  readonly api: ApiModel;
  readonly invoke: Invoke;
  /** The port to listen on; 0 means any free port. */
  readonly port: number;
  readonly nowMs: () => number;
  readonly around?: Around | undefined;
  readonly onRequest: (request: GatewayRequest) => void;
  /**
   * Called when the gateway itself fails, or when `invoke` rejects. A fault of a function becomes a response instead.
   */
  readonly onFault: (error: unknown) => void;
}

/** The times after which a slow client is disconnected, and how often the server checks these times. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/**
 * How long an idle connection stays open. It is longer than many clients keep idle connections, so that the client
 * closes first.
 */
const KEEP_ALIVE_MS = 65_000;
/** How long the gateway waits for open requests after it starts to close. */
const GRACE_MS = 2_000;

/**
 * Serves the API of the stack over HTTP. As under a custom domain of API Gateway, paths do not contain the stage.
 * Rejects with the system's error if the gateway cannot listen.
 */
export async function startGateway({ api, invoke, port, nowMs, around, onRequest, onFault }: Options) {
  const { respond, rejectMalformed } = requestHandler(api, invoke, onFault, around);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const incoming = describeRequest(request);
    const given = await respond(request, incoming);
    if (given === 'cut') {
      response.destroy();
      return;
    }
    await sendResponse(request, response, given, {
      requestId: incoming.requestId,
      nowMs: nowMs(),
      lastOnConnection: !server.listening,
    });
    onRequest({
      method: incoming.httpMethod,
      path: incoming.path,
      status: given.status,
      durationMs: Date.now() - incoming.receivedAtMs,
      requestId: incoming.requestId,
      sourceIp: incoming.sourceIp,
    });
  };
  const listener = rejectForeignPages('api', (request, response) => {
    serve(request, response).catch((error: unknown) => {
      onFault(error);
      response.destroy();
    });
  });
  // These settings leave an unknown `Expect` header and a missing Host header to the gateway. Otherwise Node itself
  // would respond, with an empty body.
  const server = createServer({ ...LIMITS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }, listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else respondAndClose(socket, rejectMalformed(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400));
  });

  return {
    baseUrl: `http://127.0.0.1:${await listen(server, port)}`,
    close: () => closeGracefully(server),
  };
}

/**
 * Closes idle connections at once. Closes each busy connection after its response, or at the end of the grace period.
 */
function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}
