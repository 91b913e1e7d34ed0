import { type IncomingMessage, request as openHttp } from 'node:http';
import { request as openHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { RESPONSE_LIMIT_MS, RETRIED_4XX } from '../../src/service-rules.ts';
import { causeOf } from '../problem.ts';
import type { Headers } from './headers.ts';

export interface Post {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export type Outcome =
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'noResponse'; readonly why: string };

/** Returns how the service would treat an outcome, by the rules of `decisionAfter` in `shared/domain/deliveries/retry-policy.ts`. */
export function decisionFor(outcome: Outcome): 'delivered' | 'rejected' | 'retried' {
  if (outcome.kind === 'noResponse') return 'retried';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'delivered';
  const isFinal = status >= 400 && status < 500 && !RETRIED_4XX.includes(status);
  return isFinal ? 'rejected' : 'retried';
}

export const outcomeText = (outcome: Outcome) =>
  outcome.kind === 'response' ? `${outcome.status}` : `No response (${outcome.why})`;

export type SendOnce = (post: Post) => Promise<Outcome>;

/** How long the body of a response may take. The body is discarded. */
const MAX_DRAINING_MS = 1_000;

/** Sends a request once, without following redirects. The default time limit is that of the service. */
export async function sendOnce(post: Post, limitMs = RESPONSE_LIMIT_MS): Promise<Outcome> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    const response = await sendPost(post, limit.signal);
    response.on('error', () => undefined).resume();
    setTimeout(() => response.destroy(), MAX_DRAINING_MS).unref();
    return { kind: 'response', status: response.statusCode ?? 0 };
  } catch (error) {
    return { kind: 'noResponse', why: limit.signal.aborted ? 'timeout' : whyNoResponse(error) };
  } finally {
    clearTimeout(timer);
  }
}

export async function sendForFullResponse(post: Post, signal: AbortSignal) {
  const response = await sendPost(post, signal);
  return { status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: await buffer(response) };
}

function sendPost({ url, headers, body }: Post, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? openHttps : openHttp;
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      signal,
      // No connection is reused, because the receiver may have been restarted since the connection was opened.
      agent: false,
    } as const;
    open(url, options).on('response', resolve).on('error', reject).end(body);
  });
}

const WHY = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['ENOTFOUND', 'unknown host'],
  ['EAI_AGAIN', 'unknown host'],
]);

export function whyNoResponse(error: unknown): string {
  const cause = causeOf(error);
  return WHY.get(cause) ?? cause;
}
