import type { IncomingMessage } from 'node:http';
import { escapeForTerminal } from '../escape-for-terminal.ts';

/** The rejection of a request whose signature was not checked. */
export interface Rejection {
  readonly status: 403 | 405 | 413;
  readonly why: string;
}

/** The largest accepted body. The longest event is smaller. */
export const MAX_BODY_MIB = 1;
const MAX_BODY_BYTES = MAX_BODY_MIB * 1_048_576;

/**
 * Matches the loopback names and addresses of this machine. DNS cannot point them elsewhere (RFC 6761), so no web page
 * can use them for DNS rebinding.
 */
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Returns why a request is rejected, or undefined. Browsers add `Origin` to each POST of a page, mark requests of other
 * sites with `Sec-Fetch-Site`, and send the name of a page that uses DNS rebinding as `Host`. A tunnel or proxy may
 * send requests under the names in `allowedHosts`.
 */
export function rejectionOf(
  { method, headers }: IncomingMessage,
  allowedHosts: readonly string[] = [],
): Rejection | undefined {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (origin !== undefined || site !== 'none') return { status: 403, why: 'a web page sent the request' };
  const name = host?.replace(/:\d{1,5}$/, '').toLowerCase();
  if (name !== undefined && !LOOPBACK.test(name) && !allowedHosts.includes(name)) {
    const advice = 'if your tunnel or proxy sends this name, pass it with --allow-host';
    return { status: 403, why: `the request is for the host ${escapeForTerminal(name)}; ${advice}` };
  }
  if (method !== 'POST') return { status: 405, why: 'the service sends only POST requests' };
  return undefined;
}

/** Returns the body, or a rejection if the body is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | Rejection> {
  const tooLarge = { status: 413, why: `the body is larger than ${MAX_BODY_BYTES} bytes` } as const;
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // `destroyOnReturn: false` keeps the connection open for the response when reading stops early.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) return tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
