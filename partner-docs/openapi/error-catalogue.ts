import { AGENT_LIMITS } from '../../shared/contract/agent.ts';
import type { PublicCode } from '../../shared/contract/failures.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../shared/contract/webhooks.ts';

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

export interface Advice {
  readonly cause: string;
  readonly retry: Retry;
  readonly fix: string;
}

/**
 * What partners read about each code, in the OpenAPI document and on the docs page; status and sentence are in
 * `shared/contract/failures.ts`. A code without an entry does not compile.
 */
export const ERROR_CATALOGUE: Readonly<Record<PublicCode, Advice>> = {
  EXTERNAL_ID_EXISTS: {
    cause: 'A line of yours that is not terminated has this externalId.',
    retry: 'no',
    fix: 'Find the line in the list by its externalId and use it, or choose another externalId.',
  },
  TENANT_QUOTA_EXCEEDED: {
    cause: 'Your account has as many lines as its quota allows. Terminated lines do not count.',
    retry: 'after-fix',
    fix: 'Terminate a line that is no longer needed, or ask support for a larger quota.',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    cause: 'This Idempotency-Key was used before with a different body. Fields that the API does not know count too.',
    retry: 'no',
    fix: 'Use a new key for a new creation; repeat a creation with exactly the body it was first sent with.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this Idempotency-Key is still running.',
    retry: 'soon-same-key',
    fix: 'Wait a second and send the same request with the same key: you get the response to the first one.',
  },
  ALREADY_TERMINATED: {
    cause: 'The line was terminated before, but its release had not finished. This request has finished it.',
    retry: 'no',
    fix: 'Nothing to do: the line is terminated. From now on requests for it get 403.',
  },
  CARRIER_RELEASE_FAILED: {
    cause: 'A phone number is still attached to the line. The line stays active.',
    retry: 'after-fix',
    fix: 'Ask support to release the number, then terminate the line again.',
  },
  TENANT_TERMINATED: {
    cause: 'The line is terminated, so its settings cannot change.',
    retry: 'no',
    fix: 'Create a new line. The externalId is free again once the termination is complete.',
  },
  TENANT_REGION_UNRESOLVED: {
    cause: "The line's own record could not be found. Nothing was saved.",
    retry: 'after-fix',
    fix: 'Contact support with the request id (header X-Request-Id).',
  },
  INVALID_CURSOR: {
    cause: 'The cursor is damaged, has expired (after a day), or was made for another list, filter or key.',
    retry: 'after-fix',
    fix: 'Read the list again without a cursor.',
  },
  SUMMARY_NO_RECIPIENTS: {
    cause: 'summaryRecipients is an empty list.',
    retry: 'after-fix',
    fix: 'Send at least one recipient, or leave the field out to keep those there are.',
  },
  SUMMARY_OWNER_LOOKUP_FAILED: {
    cause: 'The recipients could not be looked up for a moment. Nothing was saved.',
    retry: 'after-delay',
    fix: 'Send the same request again after a short delay.',
  },
  WEBHOOK_URL_INVALID: {
    cause: `The webhook URL breaks a rule: https only, no user name or password, a public host, at most ${WEBHOOK_URL_CHARACTERS} characters, also when it is percent-encoded.`,
    retry: 'after-fix',
    fix: 'Read the reason in error, and register a URL that the public internet can reach.',
  },
  UNKNOWN_EVENT: {
    cause: 'events names an event that does not exist. Nothing was saved.',
    retry: 'after-fix',
    fix: 'Send only call.completed, or leave events out to receive every event.',
  },
  WEBHOOK_NOT_CONFIGURED: {
    cause: 'No webhook is registered.',
    retry: 'after-fix',
    fix: 'Register one with PUT /v1/webhooks.',
  },
  'persona.empty': {
    cause: 'The persona is blank, or nothing but the announcing sentence.',
    retry: 'after-fix',
    fix: 'Send a persona with content, or leave the field out. The sentence in error can be shown to the operator as it is.',
  },
  'persona.too_long': {
    cause: `The persona has more than ${AGENT_LIMITS.personaCharacters} characters, not counting the announcing sentence. Decomposed text is counted after NFC.`,
    retry: 'after-fix',
    fix: 'Shorten it. The sentence in error can be shown to the operator as it is.',
  },
  'persona.tool_name': {
    cause: 'The persona contains the name of an internal feature, such as transfer_call.',
    retry: 'after-fix',
    fix: 'Describe in plain words what the agent should do. The sentence in error can be shown to the operator as it is.',
  },
  'persona.tool_signature': {
    cause:
      'The persona contains code-like notation: a function call such as bookTable(guests), {{, three back-ticks, or => between code tokens.',
    retry: 'after-fix',
    fix: 'Write it as plain text. The sentence in error can be shown to the operator as it is.',
  },
};
