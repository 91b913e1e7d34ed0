import type { PublicCode } from '../../shared/contract/failures.ts';
import { AGENT_LIMITS } from '../../shared/contract/lines/agent.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../shared/contract/webhooks.ts';

/** Whether a partner's program should retry the request. */
type Retry =
  /** Yes, with exponential backoff. */
  | 'after-delay'
  /** Yes, in a moment, with the same Idempotency-Key. */
  | 'soon-same-key'
  /** Only after somebody has changed something. Until then, the same request fails again. */
  | 'after-fix'
  /** No: it is already done, or the program must send a different request. */
  | 'no';

export interface Advice {
  readonly cause: string;
  readonly retry: Retry;
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
    fix: 'Find the line by its externalId in the list of lines and use it, or choose another externalId. If the line is not in the list, send its DELETE again to complete the termination.',
  },
  TENANT_QUOTA_EXCEEDED: {
    cause: 'Your account has as many lines as its quota allows. Terminated lines do not count.',
    retry: 'after-fix',
    fix: 'Terminate a line that you no longer need, or ask support for a larger quota.',
  },
  IDEMPOTENCY_KEY_MISMATCH: {
    cause:
      'You already used this Idempotency-Key with a different body. Fields that the API does not know also count as a difference.',
    retry: 'no',
    fix: 'To create another line, use a new key. To retry a request, send exactly the same body as the first time.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this Idempotency-Key is still running.',
    retry: 'soon-same-key',
    fix: 'Wait a second, then send the same request with the same key. You get the response to the first request.',
  },
  ALREADY_TERMINATED: {
    cause: 'The line was already terminated, but its release was not complete. This request has completed it.',
    retry: 'no',
    fix: 'There is nothing to do: the line is terminated. From now on, requests for it return 403.',
  },
  CARRIER_RELEASE_FAILED: {
    cause: 'A phone number is still attached to the line. The line stays active.',
    retry: 'after-fix',
    fix: 'Ask support to release the number, then terminate the line again.',
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
    cause: 'The cursor is damaged, is more than a day old, or belongs to another list, filter or API key.',
    retry: 'after-fix',
    fix: 'Read the list again without a cursor.',
  },
  SUMMARY_NO_RECIPIENTS: {
    cause: 'summaryRecipients is an empty list.',
    retry: 'after-fix',
    fix: 'Send at least one recipient. To keep the current recipients, leave the field out.',
  },
  SUMMARY_OWNER_LOOKUP_FAILED: {
    cause: 'The service could not look up the recipients. This is temporary. Nothing was saved.',
    retry: 'after-delay',
    fix: 'Retry the same request after a short delay.',
  },
  WEBHOOK_URL_INVALID: {
    cause: `The webhook URL breaks a rule. It must use https and a public host, and contain no user name or password. It must have at most ${WEBHOOK_URL_CHARACTERS} characters, both as sent and percent-encoded.`,
    retry: 'after-fix',
    fix: 'The sentence in error gives the reason. Register a URL that can be reached from the public internet.',
  },
  UNKNOWN_EVENT: {
    cause: 'The list in events contains a name that is not an event. Nothing was saved.',
    retry: 'after-fix',
    fix: 'Send only call.completed. To receive every event, leave events out.',
  },
  WEBHOOK_NOT_CONFIGURED: {
    cause: 'You have not registered a webhook.',
    retry: 'after-fix',
    fix: 'Register one with PUT /v1/webhooks.',
  },
  'persona.empty': {
    cause: 'The persona is blank, or contains only the sentence that announces the call.',
    retry: 'after-fix',
    fix: 'Send a persona with content, or leave the field out. You can show the sentence in error to your operator unchanged.',
  },
  'persona.too_long': {
    cause: `The persona has more than ${AGENT_LIMITS.personaCharacters} characters, both as sent and after NFC normalization. The sentence that announces the call does not count.`,
    retry: 'after-fix',
    fix: 'Shorten it. You can show the sentence in error to your operator unchanged.',
  },
  'persona.tool_name': {
    cause: 'The persona contains the name of an internal feature, such as transfer_call.',
    retry: 'after-fix',
    fix: 'Describe in plain words what the agent should do. You can show the sentence in error to your operator unchanged.',
  },
  'persona.tool_signature': {
    cause:
      'The persona contains notation that looks like code: a function call such as bookTable(guests), {{, three backticks, or => between code tokens.',
    retry: 'after-fix',
    fix: 'Write it as plain text. You can show the sentence in error to your operator unchanged.',
  },
};
