import type { IncomingMessage } from 'node:http';

/** Thrown when a body is larger than the limit. */
export class BodyTooLarge extends Error {}

/**
 * Returns the body as text. Bytes that are not UTF-8 become U+FFFD. Throws BodyTooLarge, or the error of a connection
 * that breaks before the end of the body.
 */
export async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // `destroyOnReturn: false` keeps the connection open for the response when reading stops early.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  const [only = Buffer.alloc(0)] = chunks;
  return (chunks.length > 1 ? Buffer.concat(chunks, bytes) : only).toString('utf8');
}
