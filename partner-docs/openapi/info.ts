import { BODY_LIMIT, RATE_LIMIT } from '../../shared/contract/limits.ts';

const { requests, windowSeconds } = RATE_LIMIT;

/** Version of the interface that this document describes. CHANGELOG.md has an entry for each version. */
const VERSION = '1.1.0';

const DESCRIPTION = `Provision and manage voice-agent lines, configure their agents, read summaries of finished calls, and receive \`call.completed\` when a call finishes.

**Authentication.** Send the header \`Authorization: Bearer <API_KEY>\` with every request. A key is \`svc_partner_\` and 64 hexadecimal characters. The scopes are \`tenants\`, \`config\`, \`calls\` and \`webhooks\`.

**Bodies** are JSON in UTF-8. A request body has at most ${BODY_LIMIT.bytes / 1024} KiB, is at most ${BODY_LIMIT.depth} levels deep, and is not compressed. The length of a text is its number of Unicode code points. The API rejects text with NUL, U+FFFD or lone surrogates, and the keys \`__proto__\` and \`constructor.prototype\`. It ignores fields that it does not know. Times are ISO 8601, UTC, with milliseconds.

**Failures** have the body \`{"error": "…", "code": "…"}\`. \`error\` is a sentence for people. \`code\` is present if a program should branch on it. \`x-error-catalogue\` explains each failure and says what to do. If several failures apply, the API returns the first in this order: 429, 401, 403 (account, scope, line), 400, then everything else.

**Retries.** Retry with exponential backoff after 5xx or no response. After 429, wait as long as \`Retry-After\` says. After IDEMPOTENCY_IN_PROGRESS, retry in a moment with the same key. After 502 CARRIER_RELEASE_FAILED, ask support to release the number first. Do not retry other failures: the same request gets the same response until something has changed.

**Rate limit.** You can send ${requests} requests in ${windowSeconds / 60} minutes from one IP address to each path.

**Compatibility.** New fields and headers may appear in responses. Ignore those that you do not know.`;

export const INFO = { title: 'Partner lines', version: VERSION, description: DESCRIPTION };

export const SERVERS = [
  {
    url: '{baseUrl}',
    description: 'The base URL that you received with your key.',
    variables: { baseUrl: { default: 'http://127.0.0.1:8787', description: 'The default is the local service.' } },
  },
];

export const TAGS = [
  { name: 'Account', description: 'The account that a key belongs to.' },
  { name: 'Lines', description: 'Create, list, read and terminate lines. Scope `tenants`.' },
  { name: 'Agent', description: 'The settings of the agent of a line. Scope `config`.' },
  { name: 'Calls', description: 'Summaries of finished calls. Scope `calls`.' },
  { name: 'Webhooks', description: 'The URL that receives an event when a call finishes. Scope `webhooks`.' },
];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_partner_ and 64 hexadecimal characters',
    description: 'Your account has one key for all its lines. The key is shown only once, when it is issued.',
  },
};
