import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../tooling/machine/loopback.ts';
import type { ApiModel } from '../cloudformation/stack-model.ts';
import { guarded } from '../http/guard.ts';
import type { Invoke } from '../lambda/invoke.ts';
import { requestHandler } from './handle.ts';
import { describeRequest } from './wire/incoming.ts';
import { respondAndClose, sendResponse } from './wire/send.ts';

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
  /** 0 takes any free port. */
  readonly port: number;
  readonly onRequest: (request: GatewayRequest) => void;
  /** Told of faults of the gateway itself, or of an `invoke` that rejects; a function's own faults are answers. */
  readonly onFault: (error: unknown) => void;
}

/** Clients that dawdle are cut off; API Gateway allows about as much. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
/** Longer than clients keep a connection, so that the side that closes is theirs. */
const KEEP_ALIVE_MS = 65_000;
/** How long a request under way may still take when the gateway is closed. */
const GRACE_MS = 2_000;

/**
 * The API of the stack over HTTP, as API Gateway would serve it under a custom domain: paths without the stage.
 * Rejects with the system's error when it cannot listen.
 */
export async function startGateway({ api, invoke, port, onRequest, onFault }: Options) {
  const { respond, rejectMalformed } = requestHandler(api, invoke, onFault);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const incoming = describeRequest(request);
    const given = await respond(request, incoming);
    await sendResponse(request, response, given, incoming.requestId, !server.listening);
    onRequest({
      method: incoming.httpMethod,
      path: incoming.path,
      status: given.status,
      durationMs: Date.now() - incoming.receivedAtMs,
      requestId: incoming.requestId,
      sourceIp: incoming.sourceIp,
    });
  };
  const listener = guarded('api', (request, response) => {
    serve(request, response).catch((error: unknown) => {
      onFault(error);
      response.destroy();
    });
  });
  // Node would answer these two by itself, without a body: an unknown expectation and a missing Host header.
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

/** Ends idle connections at once and the others after their answer, but waits for no one longer than the grace. */
function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}
