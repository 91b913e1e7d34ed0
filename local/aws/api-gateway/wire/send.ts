import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** A response to the client, made by an endpoint or by the gateway. A header may occur more than once. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * How long the connection stays open while the client still sends a rejected body. Without this time, the client could
 * lose the response.
 */
const LINGER_MS = 1_000;

interface Sending {
  readonly requestId: string;
  readonly nowMs: number;
  readonly lastOnConnection: boolean;
}

/** Sends the response. Then closes the connection if it serves no further request, or if part of the request is unread. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WireResponse,
  { requestId, nowMs, lastOnConnection }: Sending,
): Promise<void> {
  const unread = !request.complete;
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, [
    ...headers.flat(),
    ...['x-amzn-RequestId', requestId],
    ...['Date', new Date(nowMs).toUTCString()],
    ...(bodiless ? [] : ['Content-Length', String(Buffer.byteLength(body))]),
    ...(unread || lastOnConnection ? ['Connection', 'close'] : []),
  ]);
  if (unread) {
    response.write(body);
    await waitUntilRequestEnds(request);
    response.end();
  } else {
    response.end(bodiless ? undefined : body);
  }
}

/** Reads and discards the rest of the request, for at most LINGER_MS. */
function waitUntilRequestEnds(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    request.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    request.resume();
  });
}

/**
 * Responds to bytes that are not a complete HTTP request. Closes the connection, because the start of the next request
 * is unknown.
 */
export function respondAndClose(socket: Socket, { status, headers, body }: WireResponse): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
