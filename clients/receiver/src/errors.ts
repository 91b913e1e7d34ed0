/**
 * Why a request was not accepted, and the status to respond with. The service gives up after a 4xx and retries after a
 * 5xx. So 400 is for what the service never sends, and 5xx for what may be a genuine delivery that your side misjudged
 * (the secret has changed, the clock is wrong, the body was parsed): the service sends it again, and it is not lost.
 */
const HTTP_STATUS = {
  BODY_NOT_RAW: 500,
  SECRET_INVALID: 500,
  SIGNATURE_MISSING: 400,
  SIGNATURE_MALFORMED: 400,
  SIGNATURE_MISMATCH: 503,
  TIMESTAMP_TOO_OLD: 503,
  TIMESTAMP_TOO_NEW: 503,
  EVENT_UNKNOWN: 400,
} as const;

export type WebhookErrorCode = keyof typeof HTTP_STATUS;

/** The request is not a delivery to act on. Its message says what happened and what to do; it holds no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** For programs to branch on. */
  readonly code: WebhookErrorCode;
  /** The status to respond with, so that no genuine delivery is lost. */
  readonly httpStatus: number;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
    this.httpStatus = HTTP_STATUS[code];
  }
}
