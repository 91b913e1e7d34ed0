import { CALL_COMPLETED } from '../../shared/contract/calls/call-completed.ts';
import type { PublicCode } from '../../shared/contract/failures.ts';
import { AGENT_LIMITS } from '../../shared/contract/lines/agent.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../shared/contract/webhooks.ts';
import { CURSOR_HOURS } from '../../shared/domain/requests/cursor.ts';

const SHOW_SENTENCE =
  'The value of "error" is a Korean sentence. You can show it unchanged to the person who wrote the persona.';

/** Whether a partner's program should retry the request. */
export const RETRIES = [
  /** Retry with exponential backoff. */
  'after-delay',
  /** Retry after the seconds in Retry-After. */
  'after-retry-after',
  'without-cursor',
  /** Retry in a moment, with the same Idempotency-Key. */
  'soon-same-key',
  /** Retry only after somebody has changed something. Until then, the same request fails again. */
  'after-fix',
  /** Do not retry: the work is already done, or the program must send a different request. */
  'no',
] as const;

export interface Advice {
  readonly cause: string;
  readonly retry: (typeof RETRIES)[number];
  readonly fix: string;
}

/**
 * What partners read about each code, in the OpenAPI document and on the page about errors. Status and sentence are in
 * `shared/contract/failures.ts`. A code without an entry does not compile.
 */
export const ERROR_CATALOGUE: Readonly<Record<PublicCode, Advice>> = {
  EXTERNAL_ID_EXISTS: {
    cause:
      'Another line of yours already has this externalId. That line is active, or its termination is not complete.',
    retry: 'no',
    fix: 'Find the line with this externalId in the list of lines and use that line, or choose another externalId. If the line is not in the list, send the DELETE request for the line again, which completes its termination.',
  },
  TENANT_QUOTA_EXCEEDED: {
    cause: 'Your account has at least as many lines as its quota allows. Terminated lines do not count.',
    retry: 'after-fix',
    fix: 'Terminate a line that you no longer need, or ask support for a larger quota.',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    cause:
      'You already used this Idempotency-Key with a different body. A difference in a field that the API does not know also counts.',
    retry: 'no',
    fix: 'To create another line, use a new key. To retry a request, send exactly the same body as the first time.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this Idempotency-Key is still running.',
    retry: 'soon-same-key',
    fix: 'Wait a second, then send the same request with the same key. When the first request has created the line, you get its response.',
  },
  ALREADY_TERMINATED: {
    cause: 'The line was already terminated, but its release was not complete. This request has completed the release.',
    retry: 'no',
    fix: 'Do nothing: the line is terminated. From now on, requests for this line return 403.',
  },
  CARRIER_RELEASE_FAILED: {
    cause: 'A phone number is still attached to the line. The line stays active.',
    retry: 'after-fix',
    fix: 'Ask support to release the number, then send the DELETE request again.',
  },
  TENANT_TERMINATED: {
    cause: 'The line is terminated, so its settings cannot change.',
    retry: 'no',
    fix: 'Create a new line. You can use the externalId again once the termination is complete.',
  },
  TENANT_REGION_UNRESOLVED: {
    cause: 'The service could not find the record of the line. Nothing was saved.',
    retry: 'after-fix',
    fix: 'Contact support and quote the X-Request-Id header of the response.',
  },
  INVALID_CURSOR: {
    cause: `The cursor is damaged, is more than ${CURSOR_HOURS} hours old, or belongs to another list, another "since" or another API key.`,
    retry: 'without-cursor',
    fix: 'Read the list again without a cursor.',
  },
  SUMMARY_NO_RECIPIENTS: {
    cause: 'The list "summaryRecipients" is empty.',
    retry: 'after-fix',
    fix: 'Send at least one recipient. To keep the current recipients, leave out "summaryRecipients".',
  },
  SUMMARY_OWNER_LOOKUP_FAILED: {
    cause:
      'The service could not look up the owner of the line, on whose behalf it sends summaries. Usually this is temporary. Nothing was saved.',
    retry: 'after-delay',
    fix: 'Retry the same request after a short delay.',
  },
  WEBHOOK_URL_INVALID: {
    cause: `The webhook URL breaks a rule. The URL must use https and a public host, and must not contain a user name or password. It must have at most ${WEBHOOK_URL_CHARACTERS} characters, both as you send it and percent-encoded.`,
    retry: 'after-fix',
    fix: 'The sentence in "error" says which rule the URL breaks. Register a URL that can be reached from the public internet.',
  },
  UNKNOWN_EVENT: {
    cause: 'The list "events" contains a name that is not the name of an event. Nothing was saved.',
    retry: 'after-fix',
    fix: `Send only ${CALL_COMPLETED}. To receive every event, leave out "events".`,
  },
  WEBHOOK_NOT_CONFIGURED: {
    cause: 'You have not registered a webhook.',
    retry: 'after-fix',
    fix: 'Register a webhook with PUT /v1/webhooks.',
  },
  'persona.empty': {
    cause: 'The persona is blank, or contains only the sentence that the service puts before every persona.',
    retry: 'after-fix',
    fix: `Send a persona with content, or leave out "persona". ${SHOW_SENTENCE}`,
  },
  'persona.too_long': {
    cause: `The persona has more than ${AGENT_LIMITS.personaCharacters} characters, both as sent and after Unicode normalization to NFC. The sentence that the service puts before the persona does not count.`,
    retry: 'after-fix',
    fix: `Shorten the persona. ${SHOW_SENTENCE}`,
  },
  'persona.tool_name': {
    cause: 'The persona contains the name of an internal feature, such as transfer_call.',
    retry: 'after-fix',
    fix: `Describe in plain words what the agent should do. ${SHOW_SENTENCE}`,
  },
  'persona.tool_signature': {
    cause:
      'The persona contains notation that looks like code: a function call such as bookTable(guests), {{, three backticks, or => between code tokens.',
    retry: 'after-fix',
    fix: `Replace the notation with plain sentences. ${SHOW_SENTENCE}`,
  },
};
