/**
 * The failures with a code, from the contract's table "Codes". Partners' programs test the code, so code and status
 * never change; the sentence may change. Each failure is a separate constant, so that a bundle contains only the
 * failures that it returns. `partner-docs` says what causes each failure and how to fix it.
 */
export const EXTERNAL_ID_EXISTS = {
  code: 'EXTERNAL_ID_EXISTS',
  status: 409,
  sentence: 'A line with this externalId exists',
} as const;

export const TENANT_QUOTA_EXCEEDED = {
  code: 'TENANT_QUOTA_EXCEEDED',
  status: 402,
  sentence: 'The line quota is used up',
} as const;

export const IDEMPOTENCY_KEY_MISMATCH = {
  code: 'IDEMPOTENCY_KEY_MISMATCH',
  status: 409,
  sentence: 'This Idempotency-Key was used with a different body',
} as const;

export const IDEMPOTENCY_IN_PROGRESS = {
  code: 'IDEMPOTENCY_IN_PROGRESS',
  status: 409,
  sentence: 'The first request with this Idempotency-Key is still running',
} as const;

export const ALREADY_TERMINATED = {
  code: 'ALREADY_TERMINATED',
  status: 409,
  sentence: 'The line was terminated before; its release is now complete',
} as const;

export const CARRIER_RELEASE_FAILED = {
  code: 'CARRIER_RELEASE_FAILED',
  status: 502,
  sentence: 'A number is still attached; ask support to release it first',
} as const;

export const TENANT_TERMINATED = {
  code: 'TENANT_TERMINATED',
  status: 409,
  sentence: 'The line is terminated; its settings cannot change',
} as const;

export const TENANT_REGION_UNRESOLVED = {
  code: 'TENANT_REGION_UNRESOLVED',
  status: 409,
  sentence: "The line's record could not be found; nothing was saved",
} as const;

export const INVALID_CURSOR = {
  code: 'INVALID_CURSOR',
  status: 400,
  sentence: 'The cursor is invalid or has expired; read the list again without a cursor',
} as const;

export const SUMMARY_NO_RECIPIENTS = {
  code: 'SUMMARY_NO_RECIPIENTS',
  status: 400,
  sentence: 'summaryRecipients needs at least one recipient',
} as const;

export const SUMMARY_OWNER_LOOKUP_FAILED = {
  code: 'SUMMARY_OWNER_LOOKUP_FAILED',
  status: 503,
  sentence: 'Recipients could not be looked up; nothing was saved, please retry',
} as const;

/** The sentence is for a host that is not public. Other wrong URLs get the same code with other sentences. */
export const WEBHOOK_URL_INVALID = {
  code: 'WEBHOOK_URL_INVALID',
  status: 422,
  sentence: 'The host of url must resolve only to public IP addresses',
} as const;

/** The sentence has the names in `EVENTS`. A test compares the sentence with these names. */
export const UNKNOWN_EVENT = {
  code: 'UNKNOWN_EVENT',
  status: 422,
  sentence: 'events may contain only call.completed',
} as const;

export const WEBHOOK_NOT_CONFIGURED = {
  code: 'WEBHOOK_NOT_CONFIGURED',
  status: 404,
  sentence: 'No webhook is registered',
} as const;

// The sentences of the persona failures are in Korean, because partners show them unchanged to their operators.
// Contract, "Codes".
export const PERSONA_EMPTY = {
  code: 'persona.empty',
  status: 400,
  sentence: '페르소나가 비어 있습니다. 내용을 입력해 주세요.',
} as const;

/** The limit is `AGENT_LIMITS.personaCharacters`. A test compares the sentence with it. */
export const PERSONA_TOO_LONG = {
  code: 'persona.too_long',
  status: 400,
  sentence: '페르소나가 8,000자를 넘습니다. 내용을 줄여 주세요.',
} as const;

export const PERSONA_TOOL_NAME = {
  code: 'persona.tool_name',
  status: 400,
  sentence: '페르소나에는 내부 기능 이름을 쓸 수 없습니다. 원하는 동작을 문장으로 설명해 주세요.',
} as const;

export const PERSONA_TOOL_SIGNATURE = {
  code: 'persona.tool_signature',
  status: 400,
  sentence: '페르소나에는 코드처럼 보이는 표기를 쓸 수 없습니다. 일반 문장으로 바꿔 주세요.',
} as const;

/** All failures with a code, in the contract's order. `Failure` accepts no other failure with a code. */
export const CODED_FAILURES = [
  EXTERNAL_ID_EXISTS,
  TENANT_QUOTA_EXCEEDED,
  IDEMPOTENCY_KEY_MISMATCH,
  IDEMPOTENCY_IN_PROGRESS,
  ALREADY_TERMINATED,
  CARRIER_RELEASE_FAILED,
  TENANT_TERMINATED,
  TENANT_REGION_UNRESOLVED,
  INVALID_CURSOR,
  SUMMARY_NO_RECIPIENTS,
  SUMMARY_OWNER_LOOKUP_FAILED,
  WEBHOOK_URL_INVALID,
  UNKNOWN_EVENT,
  WEBHOOK_NOT_CONFIGURED,
  PERSONA_EMPTY,
  PERSONA_TOO_LONG,
  PERSONA_TOOL_NAME,
  PERSONA_TOOL_SIGNATURE,
] as const;

export type CodedFailure = (typeof CODED_FAILURES)[number];
export type PublicCode = CodedFailure['code'];
