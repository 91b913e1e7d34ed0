import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { Agent, request } from 'undici';
import * as z from 'zod';
import { fromJson } from '../from-json.ts';
import { Unmet } from './check.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiResponse {
  /** The request, such as `GET /v1/whoami`. */
  readonly request: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

interface Sent {
  /** The API key. Null: the request has no key. Default: the key of the client. */
  readonly key?: string | null;
  /** Text is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: Method, path: string, sent?: Sent) => Promise<ApiResponse>;

const WITHIN_MS = 30_000;

export interface ApiClient {
  readonly send: Send;
  close(): Promise<void>;
}

/**
 * Returns a client of the API. On Linux, each client of a local service has a source address of its own, so that it
 * shares no rate limit with other clients.
 */
export function apiClient(baseUrl: string, apiKey: string): ApiClient {
  const { hostname } = new URL(baseUrl);
  const isLocal = hostname === '127.0.0.1' && process.platform === 'linux';
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const dispatcher = new Agent({ headersTimeout: WITHIN_MS, bodyTimeout: WITHIN_MS, ...(isLocal && { localAddress }) });
  const root = baseUrl.replace(/\/$/, '');
  return {
    async send(method, path, { key = apiKey, body, headers = {} } = {}) {
      const response = await request(root + path, {
        method,
        dispatcher,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        request: `${method} ${path}`,
        status: response.statusCode,
        headers: response.headers,
        body: fromJson(await response.body.text()),
      };
    },
    close: () => dispatcher.close(),
  };
}

const failureBody = z.object({ error: z.string(), code: z.string().optional() });

export function requireStatus(response: ApiResponse, status: number): void {
  if (response.status === status) return;
  throw new Unmet(`${response.request} returned ${describeResponse(response)}, not ${status}`);
}

/** Throws unless the response has this status, error and code, and no other field. Without `error`, any sentence passes. */
export function requireFailure(
  response: ApiResponse,
  status: number,
  body: { readonly error?: string; readonly code?: string },
) {
  requireStatus(response, status);
  const found = failureBody.safeParse(response.body).data;
  const wanted = { error: body.error ?? found?.error, ...(body.code !== undefined && { code: body.code }) };
  if (found !== undefined && isDeepStrictEqual(response.body, wanted)) return;
  throw new Unmet(`${response.request} returned ${describeResponse(response)}, not ${JSON.stringify(body)}`);
}

/** Returns the value of a header. Throws if the header is missing or differs from the given value. */
export function requireHeader({ request: sent, headers }: ApiResponse, name: string, value?: string): string {
  const found = headers[name.toLowerCase()];
  if (typeof found === 'string' && (value === undefined || found === value)) return found;
  throw new Unmet(`${sent} returned ${name}: ${String(found)}${value === undefined ? '' : `, not ${value}`}`);
}

/** Shows only the error and the code of the body, because other fields can contain a secret. */
function describeResponse({ status, body }: ApiResponse): string {
  const found = failureBody.safeParse(body).data;
  return found === undefined ? String(status) : `${status} ${JSON.stringify(found)}`;
}
