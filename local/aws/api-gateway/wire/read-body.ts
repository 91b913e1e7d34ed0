import type { IncomingMessage } from 'node:http';
import { GatewayFailure } from '../gateway-failure.ts';

/** API Gateway's limit for a payload. */
const LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Returns the body as text. Bytes that are not UTF-8 become U+FFFD, as in API Gateway's events. Throws a GatewayFailure
 * if the body is too large or the connection breaks before the end of the body.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > LIMIT_BYTES) throw new GatewayFailure('REQUEST_TOO_LARGE');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.length;
    if (bytes > LIMIT_BYTES) throw new GatewayFailure('REQUEST_TOO_LARGE');
    chunks.push(chunk);
  }
  const [only = Buffer.alloc(0)] = chunks;
  return (chunks.length > 1 ? Buffer.concat(chunks, bytes) : only).toString('utf8');
}

/** Keeps the connection open when reading stops early, because the response must still be sent. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch {
    throw new GatewayFailure('DEFAULT_4XX');
  }
}
