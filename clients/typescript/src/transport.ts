import { ApiError, NoAnswerError, type Refusal, type SentRequests } from './errors.ts';
import { isRepeatable, mayHaveSucceeded, type RetryRules, type Setback, waitBeforeRetryMs } from './retry-policy.ts';
import type { ErrorCode } from './types.ts';

export interface Connection extends RetryRules {
  /** The base URL, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** What the rate limit still allows for one path, as the header `RateLimit` says. */
export interface RateUsage {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The content of a successful response. The body's type comes from openapi.json. Nothing checks the body. */
export interface Received<Body> {
  readonly body: Body;
  readonly rate?: RateUsage;
}

type Outcome = Setback | ({ readonly kind: 'done' } & Received<unknown>);

export async function send<Body>(
  connection: Connection,
  outgoing: Outgoing,
  signal?: AbortSignal,
): Promise<Received<Body>> {
  // The request is built before the first attempt: if this fails, the caller made a mistake, and a retry would not
  // help.
  const request = requestOf(connection, outgoing);
  let waitedMs = 0;
  let maybeDone = false;
  for (let number = 1; ; number += 1) {
    const outcome = await attempt(connection, request, signal);
    if (outcome.kind === 'done') return outcome as Received<Body>;
    maybeDone ||= mayHaveSucceeded(outcome);
    const about = { number, repeatable: isRepeatable(outgoing), waitedMs, random: connection.random() };
    const waitMs = waitBeforeRetryMs(outcome, about, connection);
    if (waitMs === undefined) throw failure(outcome, { attempts: number, mayHaveSucceeded: maybeDone });
    await connection.wait(waitMs, signal);
    waitedMs += waitMs;
  }
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

const requestOf = (connection: Connection, outgoing: Outgoing): Prepared => ({
  url: urlOf(connection, outgoing),
  init: {
    method: outgoing.method,
    headers: headersOf(connection, outgoing),
    ...(outgoing.body === undefined ? {} : { body: JSON.stringify(outgoing.body) }),
    // Following a redirect could send the request to another server.
    redirect: 'manual',
  },
});

/** How long an attempt may take, unless the program sets another time. */
export const DEFAULT_TIMEOUT_MS = 30_000;

async function attempt(connection: Connection, { url, init }: Prepared, signal?: AbortSignal): Promise<Outcome> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  try {
    const response = await connection.fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return outcomeOfResponse(response, parseJson(await response.text()));
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'silence', cause };
  }
}

/** A 2xx whose body is not JSON counts as a failure, because something else than the API has responded. */
function outcomeOfResponse(response: Response, body: unknown): Outcome {
  if (!response.ok) return { kind: 'refused', refusal: readRejection(response, body) };
  const rate = remainingRateOf(response.headers);
  if (body !== undefined) return { kind: 'done', body, ...(rate && { rate }) };
  return { kind: 'refused', refusal: readRejection(response, { error: 'The response is not JSON: check baseUrl' }) };
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function urlOf({ baseUrl }: Connection, { path, query = {} }: Outgoing): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? `${baseUrl}${path}` : `${baseUrl}${path}?${parameters}`;
}

const headersOf = ({ apiKey }: Connection, { body, idempotencyKey }: Outgoing): Headers =>
  new Headers({
    Authorization: `Bearer ${apiKey}`,
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  });

function readRejection({ status, headers }: Response, body: unknown): Refusal {
  const { error, code } = parseFailure(body);
  const retryAfter = headers.get('Retry-After');
  return {
    status,
    code,
    error: error ?? `The service responded with status ${status}`,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
  };
}

function parseFailure(body: unknown): { error: string | undefined; code: ErrorCode | undefined } {
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  const [error, code] = [fields.get('error'), fields.get('code')];
  return {
    error: typeof error === 'string' ? error : undefined,
    // The code is not compared with the known codes, because the service may have newer codes.
    code: typeof code === 'string' ? (code as ErrorCode) : undefined,
  };
}

const failure = (setback: Setback, sent: SentRequests) =>
  setback.kind === 'silence'
    ? new NoAnswerError(setback.cause, sent)
    : new ApiError(setback.refusal, setback.refusal.code, sent);

/** Waits. If the signal is aborted, rejects at once with the signal's reason. */
export const wait: Connection['wait'] = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Returns undefined if the response has no header `RateLimit`, for example because a proxy removed it. */
function remainingRateOf(headers: Headers): RateUsage | undefined {
  const [, remaining, resetSeconds] = /;\s*r=(\d+);\s*t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return remaining === undefined ? undefined : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}
