import { AGENT_LIMITS } from '../../shared/contract/agent.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../shared/contract/webhooks.ts';
import type { PublicCode } from '../../shared/domain/requests/failure.ts';

/** What a partner's program should do by itself. */
type Retry =
  /** Again after a growing delay. */
  | 'after-delay'
  /** Again in a moment, with the same Idempotency-Key. */
  | 'soon-same-key'
  /** The same request fails again until somebody has changed something. */
  | 'after-fix'
  /** Never: what was asked for is done, or something else must be asked for. */
  | 'no';

export interface ErrorEntry {
  readonly cause: string;
  readonly retry: Retry;
  readonly fix: string;
  /** An `error` sentence as the service writes it. Sentences are for people and may change; programs branch on the code. */
  readonly sentence: string;
}

/** One entry per code of the contract, for the OpenAPI document and the docs page alike. A code without one does not compile. */
export const ERROR_CATALOGUE: Readonly<Record<PublicCode, ErrorEntry>> = {
  EXTERNAL_ID_EXISTS: {
    cause: 'A line of yours that is not terminated has this externalId.',
    retry: 'no',
    fix: 'Find the line in the list by its externalId and use it, or choose another externalId.',
    sentence: 'A line with this externalId exists',
  },
  TENANT_QUOTA_EXCEEDED: {
    cause: 'Your account has as many lines as its quota allows. Terminated lines do not count.',
    retry: 'after-fix',
    fix: 'Terminate a line that is no longer needed, or ask support for a larger quota.',
    sentence: 'The quota of lines is used up',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    cause: 'This Idempotency-Key was used before with a different body. Fields that the API does not know count too.',
    retry: 'no',
    fix: 'Use a new key for a new creation; repeat a creation with exactly the body it was first sent with.',
    sentence: 'This Idempotency-Key was used with a different body',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this Idempotency-Key is still running.',
    retry: 'soon-same-key',
    fix: 'Wait a second and send the same request with the same key: it is answered with the first answer.',
    sentence: 'The first request with this Idempotency-Key is still running',
  },
  ALREADY_TERMINATED: {
    cause: 'The line was terminated before, but its release had not finished. This request has finished it.',
    retry: 'no',
    fix: 'Nothing to do: the line is terminated. From now on it answers 403.',
    sentence: 'The line was terminated before; its release is now complete',
  },
  CARRIER_RELEASE_FAILED: {
    cause: 'A phone number is still attached to the line. The line stays active.',
    retry: 'after-fix',
    fix: 'Ask support to release the number, then terminate the line again.',
    sentence: 'A number is still attached; the line can be terminated once it is released',
  },
  TENANT_TERMINATED: {
    cause: 'The line is terminated, so its settings cannot change.',
    retry: 'no',
    fix: 'Create a new line. The externalId is free again once the termination is complete.',
    sentence: 'The line is terminated; its settings cannot change',
  },
  TENANT_REGION_UNRESOLVED: {
    cause: "The line's own record could not be found. Nothing was saved.",
    retry: 'after-fix',
    fix: 'Contact support with the request id (header X-Request-Id).',
    sentence: "The line's record could not be found; nothing was saved",
  },
  INVALID_CURSOR: {
    cause: 'The cursor is damaged, has expired (after a day), or was made for another list, filter or key.',
    retry: 'after-fix',
    fix: 'Read the list again without a cursor.',
    sentence: 'The cursor is invalid or has expired; read the list again without one',
  },
  SUMMARY_NO_RECIPIENTS: {
    cause: 'summaryRecipients is an empty list.',
    retry: 'after-fix',
    fix: 'Send at least one recipient, or leave the field out to keep those there are.',
    sentence: 'summaryRecipients needs at least one recipient',
  },
  SUMMARY_OWNER_LOOKUP_FAILED: {
    cause: 'The recipients could not be looked up for a moment. Nothing was saved.',
    retry: 'after-delay',
    fix: 'Send the same request again after a short delay.',
    sentence: 'Recipients could not be looked up; nothing was saved, please retry',
  },
  WEBHOOK_URL_INVALID: {
    cause: `The webhook URL breaks a rule: https only, no user name or password, a public host, at most ${WEBHOOK_URL_CHARACTERS} characters, also when it is percent-encoded.`,
    retry: 'after-fix',
    fix: 'Read the reason in error, and register a URL that the public internet can reach.',
    sentence: 'The host of url must exist and lead to public internet addresses only',
  },
  UNKNOWN_EVENT: {
    cause: 'events names an event that does not exist. Nothing was saved.',
    retry: 'after-fix',
    fix: 'Send only call.completed, or leave events out to receive every event.',
    sentence: 'events may contain only call.completed',
  },
  WEBHOOK_NOT_CONFIGURED: {
    cause: 'No webhook is registered.',
    retry: 'after-fix',
    fix: 'Register one with PUT /v1/webhooks.',
    sentence: 'No webhook is registered',
  },
  'persona.empty': {
    cause: 'The persona is blank, or nothing but the announcing sentence.',
    retry: 'after-fix',
    fix: 'Send a persona with content, or leave the field out. The sentence in error can be shown to the operator as it is.',
    sentence: '페르소나가 비어 있습니다. 내용을 입력해 주세요.',
  },
  'persona.too_long': {
    cause: `The persona has more than ${AGENT_LIMITS.personaCharacters} characters, not counting the announcing sentence. Decomposed text is counted after NFC.`,
    retry: 'after-fix',
    fix: 'Shorten it. The sentence in error can be shown to the operator as it is.',
    sentence: '페르소나가 8,000자를 넘습니다. 내용을 줄여 주세요.',
  },
  'persona.tool_name': {
    cause: 'The persona contains the name of an internal feature, such as transfer_call.',
    retry: 'after-fix',
    fix: 'Describe in plain words what the agent should do. The sentence in error can be shown to the operator as it is.',
    sentence: '페르소나에는 내부 기능 이름을 쓸 수 없습니다. 원하는 동작을 문장으로 설명해 주세요.',
  },
  'persona.tool_signature': {
    cause:
      'The persona contains code-like notation: a function call such as bookTable(guests), {{, three back-ticks, or => between code tokens.',
    retry: 'after-fix',
    fix: 'Write it as plain text. The sentence in error can be shown to the operator as it is.',
    sentence: '페르소나에는 코드처럼 보이는 표기를 쓸 수 없습니다. 일반 문장으로 바꿔 주세요.',
  },
};
