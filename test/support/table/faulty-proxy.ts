import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';

/** What happens to a request before or after the service handles it. `passed` is a success. */
export const FAULTS = ['limited', 'unavailable', 'dropped', 'failed after', 'dropped after', 'cut off'] as const;
export type Course = (typeof FAULTS)[number] | 'passed';

export interface FaultyProxy {
  readonly baseUrl: string;
  /** What happened to each request, in order. */
  readonly courses: Course[];
  close(): Promise<void>;
}

/**
 * Starts a proxy between client and service that fails as the test says. Each request reaches the service from its own
 * address, so that only injected rate limits occur.
 */
export async function startFaultyProxy(
  target: string,
  courseOf: (incoming: IncomingMessage) => Course = () => 'passed',
): Promise<FaultyProxy> {
  const courses: Course[] = [];
  const server = createServer((incoming, response) => {
    const course = courseOf(incoming);
    courses.push(course);
    if (course === 'dropped') incoming.socket.destroy();
    else if (course === 'limited') respond(response, 429, { 'Retry-After': '1' });
    else if (course === 'unavailable') respond(response, 503);
    else forward(target, incoming, (received, body) => deliver(course, response, received, body));
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server, 0)}`, courses, close: () => closeServer(server) };
}

function respond(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ error: 'Injected' }));
}

function forward(
  target: string,
  incoming: IncomingMessage,
  onResponse: (response: IncomingMessage, body: Buffer) => void,
) {
  const { method, headers } = incoming;
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const outgoing = request(`${target}${incoming.url}`, { method, headers, localAddress, agent: false });
  outgoing.once('error', () => incoming.socket.destroy());
  outgoing.once('response', async (response) => onResponse(response, Buffer.concat(await response.toArray())));
  incoming.pipe(outgoing);
}

/** Passes the response on, or fails after the service has handled the request. */
function deliver(course: Course, response: ServerResponse, received: IncomingMessage, body: Buffer): void {
  if (course === 'failed after') {
    respond(response, 500);
    return;
  }
  if (course === 'dropped after') {
    response.destroy();
    return;
  }
  response.writeHead(received.statusCode ?? 502, { ...received.headers, 'content-length': body.byteLength });
  if (course === 'cut off') response.write(body.subarray(0, body.byteLength / 2), () => response.destroy());
  else response.end(body);
}
