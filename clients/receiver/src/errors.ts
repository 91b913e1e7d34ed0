/**
 * The reasons for rejecting a request, and the status to respond with. The service retries after a 5xx, but not after a
 * 400. So 400 is for requests that the service never sends. A 5xx is for a delivery that may be genuine: perhaps the
 * secret has changed, or your clock is wrong.
 */
const HTTP_STATUS = {
  BODY_NOT_RAW: 500,
  SECRET_INVALID: 500,
  SIGNATURE_MISSING: 400,
  SIGNATURE_MALFORMED: 400,
  SIGNATURE_MISMATCH: 503,
  TIMESTAMP_TOO_OLD: 503,
  TIMESTAMP_TOO_NEW: 503,
  EVENT_MALFORMED: 400,
} as const;

export type WebhookErrorCode = keyof typeof HTTP_STATUS;

/**
 * Thrown for a request that you must not act on. The message says what happened and what to do. It shows no more of a
 * secret than `signingSecretHint` does.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** Why the verification failed. Branch on this code. */
  readonly code: WebhookErrorCode;
  /** The status to respond with. The service retries after a 5xx, but not after a 400. */
  readonly httpStatus: number;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
    this.httpStatus = HTTP_STATUS[code];
  }
}
