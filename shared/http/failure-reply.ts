import { SENTENCES } from '../contract/sentences.ts';
import { Failure, type FailureReason, isPublicCode } from '../domain/requests/failure.ts';
import type { Reply } from './reply.ts';

/** The only place where a reason meets a status. A reason without a row does not compile. */
const STATUS: Record<FailureReason, number> = {
  malformed: 400,
  forbidden: 403,
  rateLimited: 429,
  unavailable: 503,
  EXTERNAL_ID_EXISTS: 409,
  TENANT_QUOTA_EXCEEDED: 402,
  IDEMPOTENCY_KEY_MISMATCH: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  ALREADY_TERMINATED: 409,
  CARRIER_RELEASE_FAILED: 502,
  TENANT_TERMINATED: 409,
  TENANT_REGION_UNRESOLVED: 409,
  INVALID_CURSOR: 400,
  SUMMARY_NO_RECIPIENTS: 400,
  SUMMARY_OWNER_LOOKUP_FAILED: 503,
  WEBHOOK_URL_INVALID: 422,
  UNKNOWN_EVENT: 422,
  WEBHOOK_NOT_CONFIGURED: 404,
  'persona.empty': 400,
  'persona.too_long': 400,
  'persona.tool_name': 400,
  'persona.tool_signature': 400,
};

/** A fault of ours is answered without a word about its cause; the cause goes to the log. */
export function failureReply(thrown: unknown): Reply {
  if (!(thrown instanceof Failure)) return { status: 500, body: { error: SENTENCES.fault } };
  const { reason, message } = thrown;
  return { status: STATUS[reason], body: isPublicCode(reason) ? { error: message, code: reason } : { error: message } };
}
