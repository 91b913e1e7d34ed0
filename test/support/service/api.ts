import { randomInt } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { assertDocumented } from '../../partner-docs/openapi/conversation.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Returns the body parsed as JSON. Throws if it is not JSON. */
  readonly json: <T = Record<string, unknown>>() => T;
}

export interface CallOptions {
  readonly key?: string;
  /** The body. An object is sent as JSON, text and bytes unchanged. */
  readonly body?: unknown;
  readonly headers?: Record<string, string | string[]>;
  /** The source address, 127.x.y.z. By default, each call has its own. A test about the rate limit sets it. */
  readonly from?: string;
  readonly expectsRateLimit?: boolean;
}

const anyLoopbackAddress = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;

/**
 * Returns a function that calls the API as a partner does. It throws at an unexpected 429, and at a request or response
 * that openapi.json does not describe.
 */
export function api(baseUrl: string) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const payload = payloadOf(options.body);
    const response = await send(new URL(baseUrl), method, path, payload, options);
    assertDocumented({ method, path, headers: options.headers ?? {}, body: payload }, response);
    if (response.status === 429 && !options.expectsRateLimit) throw new Error(`Unexpected 429 from ${method} ${path}`);
    return response;
  };
}

const payloadOf = (body: unknown): string | Uint8Array | undefined =>
  typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);

function send(
  { hostname, port }: URL,
  method: string,
  path: string,
  payload: string | Uint8Array | undefined,
  options: CallOptions,
): Promise<ApiResponse> {
  const { key, headers, from = anyLoopbackAddress() } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: hostname,
      port,
      method,
      path,
      localAddress: from,
      agent: false,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(payload === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: () => JSON.parse(text) });
      });
    });
    outgoing.end(payload);
  });
}
