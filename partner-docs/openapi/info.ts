import { BODY_LIMIT, GATEWAY_BODY_MIB } from '../../shared/contract/body-limit.ts';
import { CALL_COMPLETED } from '../../shared/contract/calls/call-completed.ts';
import { API_KEY_DIGITS, API_KEY_PREFIX } from '../../shared/contract/credential-forms.ts';
import { ROUTES, SCOPES } from '../../shared/contract/routes.ts';
import { RATE_LIMIT } from '../../shared/domain/partners/rate-limit.ts';
import { ORDER_OF_REJECTIONS } from '../../shared/http/order-of-rejections.ts';
import { isEmail, type SiteSettings } from '../site/settings.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { RETRY_FIX } from './status-catalogue.ts';

const { requests, windowSeconds } = RATE_LIMIT;

/** The version of the interface that this document describes. pages/changes.md has an entry for each version. */
const VERSION = '1.2.0';

const SCOPE_NAMES = new Intl.ListFormat('en-GB').format(SCOPES.map((scope) => `\`${scope}\``));

export const ORDER_IN_MARKDOWN = ORDER_OF_REJECTIONS.map((rejection, at) => `${at + 1}. ${rejection}`).join('\n');

/** When to retry a request, as a list in Markdown. The catalogues say the same about each failure. */
export const RETRIES_IN_MARKDOWN = [
  '429: Wait for the number of seconds in `Retry-After`, then retry.',
  '502 `CARRIER_RELEASE_FAILED`: Ask support to release the number before you retry.',
  `Any other 5xx, or no response: ${RETRY_FIX}`,
  '409 `IDEMPOTENCY_IN_PROGRESS`: Retry in a moment, with the same key.',
  'Any other 409: Do not retry at once. The explanation of its code says what to do.',
  'Any other failure: Do not retry. The same request fails again until the cause is fixed.',
]
  .map((rule) => `- ${rule}`)
  .join('\n');

const DESCRIPTION = `With this API you create and manage voice-agent lines, configure their agents, read summaries of finished calls, and receive the event \`${CALL_COMPLETED}\` when a call finishes.

**Authentication.** Send the header \`Authorization: Bearer <API_KEY>\` with every request. A key is \`${API_KEY_PREFIX}\` followed by ${API_KEY_DIGITS} hexadecimal characters. The scopes of a key say which endpoints you can use with the key. The scopes are ${SCOPE_NAMES}.

**Bodies** are JSON in UTF-8. A request body has at most ${BODY_LIMIT.bytes / 1024} KiB, is at most ${BODY_LIMIT.depth} levels deep, and must not be compressed. The length of a text is its number of Unicode code points. The API rejects a text that contains NUL, a lone surrogate or U+FFFD, and an object with the key \`__proto__\` or \`constructor.prototype\`. Bytes that are not valid UTF-8 arrive as U+FFFD. So if you did not send this character, check the encoding of your text. The API ignores fields that it does not know. But \`schedule\` must have no fields other than the seven days. Times are ISO 8601, UTC, with milliseconds.

**Failures** have the body \`{"error": "…", "code": "…"}\`. Only a request body over ${GATEWAY_BODY_MIB} MiB may get a 413 with plain text. \`error\` is a sentence for people. If a failure has a \`code\`, branch on the \`code\`. If not, branch on the status. The catalogue of errors explains each failure and says what to do. If a request fails for several reasons, the API returns the failure that comes first in this order:

${ORDER_IN_MARKDOWN}

**Retries.** After a failure, do this:

${RETRIES_IN_MARKDOWN}

**Rate limit.** You can send ${requests} requests in ${windowSeconds / 60} minutes from one IP address to each path.

**Compatibility.** New fields and headers may appear in responses and deliveries, and new codes and events may be added. Ignore fields and headers that you do not know. If you do not know a code, branch on the status. If you do not know an event, respond with 2xx.`;

export const infoOf = ({ company, support, terms }: SiteSettings) => ({
  title: 'Partner lines',
  version: VERSION,
  description: DESCRIPTION,
  ...(terms !== undefined && { termsOfService: terms }),
  ...((company ?? support) !== undefined && { contact: contactOf(company, support) }),
});

const contactOf = (name: string | undefined, support: string | undefined) => ({
  ...(name !== undefined && { name }),
  ...(support !== undefined && { [isEmail(support) ? 'email' : 'url']: support }),
});

export function serversOf({ baseUrl, testBaseUrl }: SiteSettings) {
  const known = [
    ...(baseUrl === undefined ? [] : [{ url: baseUrl, description: 'The service.' }]),
    ...(testBaseUrl === undefined ? [] : [{ url: testBaseUrl, description: 'The service for tests.' }]),
  ];
  return known.length > 0 ? known : [UNKNOWN_SERVER];
}

const SANDBOX_PORT = 8787;

/** The server in a document without a stage. Its address is a variable, for which OpenAPI requires a default. */
const UNKNOWN_SERVER = {
  url: '{baseUrl}',
  description: 'The base URL that you received with your key.',
  variables: {
    baseUrl: {
      default: `http://127.0.0.1:${SANDBOX_PORT}`,
      description: `The default is a sandbox that you have started with \`--port ${SANDBOX_PORT}\`.`,
    },
  },
};

function tag(name: Operation['tag'], description: string) {
  const scope = ROUTES.find(({ action }) => OPERATIONS[action].tag === name)?.scope;
  return { name, description: `${description} Scope \`${scope}\`.` };
}

export const TAGS = [
  { name: 'Account', description: 'The account that a key belongs to.' },
  tag('Lines', 'Create, list, read and terminate lines.'),
  tag('Agent', "The settings of a line's agent."),
  tag('Calls', 'Summaries of finished calls.'),
  tag('Webhooks', 'The URL that receives an event when a call finishes.'),
];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEY_PREFIX} followed by ${API_KEY_DIGITS} hexadecimal characters`,
    description: 'Your account has one key for all its lines. The key is shown only once, when it is issued.',
  },
};
