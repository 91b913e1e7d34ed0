/** Codes that a partner's program may branch on: the contract's table "Codes", in its order. */
export const PUBLIC_CODES = [
  'EXTERNAL_ID_EXISTS',
  'TENANT_QUOTA_EXCEEDED',
  'IDEMPOTENCY_KEY_MISMATCH',
  'IDEMPOTENCY_IN_PROGRESS',
  'ALREADY_TERMINATED',
  'CARRIER_RELEASE_FAILED',
  'TENANT_TERMINATED',
  'TENANT_REGION_UNRESOLVED',
  'INVALID_CURSOR',
  'SUMMARY_NO_RECIPIENTS',
  'SUMMARY_OWNER_LOOKUP_FAILED',
  'WEBHOOK_URL_INVALID',
  'UNKNOWN_EVENT',
  'WEBHOOK_NOT_CONFIGURED',
  'persona.empty',
  'persona.too_long',
  'persona.tool_name',
  'persona.tool_signature',
] as const;
export type PublicCode = (typeof PUBLIC_CODES)[number];

/** Failures that the contract describes only by status and sentence: no code goes out. */
type UncodedReason = 'malformed' | 'forbidden' | 'rateLimited' | 'unavailable';

export type FailureReason = PublicCode | UncodedReason;

/** The service understood the request and says no. Anything else that is thrown is a fault of ours. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Returns the value that was read from a request, or throws the `Failure` that was read instead. The place of this call in
 * an endpoint is the failure's place in the contract's order of refusals.
 */
export function accepted<T>(read: T | Failure): T {
  if (read instanceof Failure) throw read;
  return read;
}

export const isPublicCode = (reason: FailureReason): reason is PublicCode =>
  PUBLIC_CODES.some((code) => code === reason);
