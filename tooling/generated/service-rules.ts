import { ATTEMPT_MINUTES } from '../../partner-docs/openapi/attempts.ts';
import { CALL_COMPLETED } from '../../shared/contract/calls/call-completed.ts';
import { CALLS_OVERLAP_SECONDS } from '../../shared/contract/calls/calls.ts';
import { EVENT_HEADERS, STANDARD_HEADERS, USER_AGENT } from '../../shared/contract/calls/event-headers.ts';
import {
  API_KEY_PREFIX,
  SECRET_HINT_CHARACTERS,
  SIGNING_SECRET_PREFIX,
} from '../../shared/contract/credential-forms.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { visibleAsciiPattern } from '../../shared/contract/text.ts';
import { FIRST_WAIT_MS } from '../../shared/domain/deliveries/backoff.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS, RETRIED_4XX } from '../../shared/domain/deliveries/retry-policy.ts';
import { CALL_ID_CHARACTERS } from '../../shared/domain/ids.ts';
import { RATE_LIMIT } from '../../shared/domain/partners/rate-limit.ts';
import { REPLAY_WINDOW_MINUTES } from '../../shared/domain/webhooks/signature.ts';

const HEAD = '/** Generated from the rules of the service by `npm run generate`. */';

/** Returns the source of a constant object whose values are strings. */
const fieldsOf = (values: Readonly<Record<string, string>>) =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `  ${name}: '${value}',\n`)
    .join('')}} as const`;

/**
 * Returns the text of the receiver kit's `service-rules.ts`. This file copies rules of the service, because the kit must
 * not import the service.
 */
export const receiverRulesSource = (): string => `${HEAD}

/** The name of the only kind of event. */
export const CALL_COMPLETED = '${CALL_COMPLETED}';

/** The \`User-Agent\` of deliveries. */
export const USER_AGENT = '${USER_AGENT}';

export const EVENT_HEADERS = ${fieldsOf(EVENT_HEADERS)};

/** The headers of Standard Webhooks. */
export const STANDARD_HEADERS = ${fieldsOf(STANDARD_HEADERS)};

/** How long the service waits for a response, in milliseconds. */
export const RESPONSE_LIMIT_MS = ${RESPONSE_LIMIT_MS};

export const MAX_ATTEMPTS = ${MAX_ATTEMPTS};

/** How long the service waits after a failed first attempt. */
export const FIRST_WAIT_MINUTES = ${FIRST_WAIT_MS / 60_000};

/** How long the service retries, in whole hours. */
export const RETRIED_FOR_HOURS = ${Math.round((ATTEMPT_MINUTES.at(-1) ?? 0) / 60)};

/** The 4xx statuses after which the service retries. */
export const RETRIED_4XX: readonly number[] = [${[...RETRIED_4XX].join(', ')}];

/** How many minutes the time of a signature can differ from the receiver's clock. */
export const REPLAY_WINDOW_MINUTES = ${REPLAY_WINDOW_MINUTES};

export const API_KEY_PREFIX = '${API_KEY_PREFIX}';
export const SIGNING_SECRET_PREFIX = '${SIGNING_SECRET_PREFIX}';

/** The maximum length of a call's id, in characters, and the form of the id. */
export const CALL_ID_CHARACTERS = ${CALL_ID_CHARACTERS};
export const CALL_ID = /${visibleAsciiPattern(CALL_ID_CHARACTERS)}/;

/** GET /v1/webhooks shows this many characters from the end of the signing secret. */
export const SECRET_HINT_CHARACTERS = ${SECRET_HINT_CHARACTERS};
`;

/**
 * Returns the text of the client's `service-rules.ts`. This file copies rules of the service, because the client must
 * not import the service.
 */
export const clientRulesSource = (): string => `${HEAD}

/** The most items that the API returns in a page. With this page size, a list takes the fewest requests. */
export const LARGEST_PAGE = ${PAGE_SIZE.max};

/** The window of the rate limit, in milliseconds. */
export const RATE_WINDOW_MS = ${RATE_LIMIT.windowSeconds * 1_000};

/** How long after its \`startedAt\` a call can still enter the list, behind newer calls. See the API's guide, "Pagination". */
export const CALLS_OVERLAP_MS = ${CALLS_OVERLAP_SECONDS * 1_000};
`;
