import type { IncomingMessage } from 'node:http';
import { BodyTooLarge, readText } from '../../http/body.ts';
import { GatewayFailure } from '../gateway-failure.ts';

/** API Gateway's limit for a payload. */
const LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Returns the body as text, as in API Gateway's events. Throws a GatewayFailure if the body is too large or the
 * connection breaks before the end of the body.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  try {
    return await readText(request, LIMIT_BYTES);
  } catch (error) {
    throw new GatewayFailure(error instanceof BodyTooLarge ? 'REQUEST_TOO_LARGE' : 'DEFAULT_4XX');
  }
}
