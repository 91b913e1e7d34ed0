import { FAULT } from '../contract/sentences.ts';
import { Failure, type UncodedReason } from '../domain/requests/failure.ts';
import type { ApiResponse } from './response.ts';

const STATUS: Record<UncodedReason, number> = { malformed: 400, forbidden: 403, rateLimited: 429, unavailable: 503 };

/**
 * Returns the response to anything that was thrown. The response to a fault says nothing about the cause; the log has
 * the cause.
 */
export function failureResponse(thrown: unknown): ApiResponse {
  if (!(thrown instanceof Failure)) return { status: 500, body: { error: FAULT } };
  const { kind, message } = thrown;
  if (typeof kind === 'string') return { status: STATUS[kind], body: { error: message } };
  return { status: kind.status, body: { error: message, code: kind.code } };
}
