import { BODY_LIMIT, RATE_LIMIT } from '../../shared/contract/limits.ts';

const { requests, windowSeconds } = RATE_LIMIT;

/** Version of the interface as this document describes it; CHANGELOG.md has an entry for each. */
const VERSION = '1.1.0';

const DESCRIPTION = `Provision and manage voice-agent lines, configure their agents, read summaries of finished calls, and receive \`call.completed\` when a call finishes.

**Authentication.** Every request carries \`Authorization: Bearer <API_KEY>\`; a key is \`svc_partner_\` and 64 hexadecimal characters. Scopes: \`tenants\`, \`config\`, \`calls\`, \`webhooks\`.

**Bodies** are JSON in UTF-8, at most ${BODY_LIMIT.bytes / 1024} KiB and ${BODY_LIMIT.depth} levels deep. Lengths of text are counted in Unicode code points. NUL, U+FFFD, lone surrogates and a \`__proto__\` key are refused. Fields that the API does not know are ignored. Times are ISO 8601 UTC with milliseconds.

**Failures** are \`{"error": "…", "code": "…"}\`: \`error\` is a sentence for people, \`code\` is present where a program should branch. \`x-error-catalogue\` says for each what it means and what to do. They are found in this order: 429, 401, 403 (account, scope, line), 400, then the rest.

**Retries.** Repeat 429, 5xx and requests without an answer after a growing delay (429: as \`Retry-After\` says), and IDEMPOTENCY_IN_PROGRESS in a moment with the same key. Nothing else changes by being repeated.

**Rate limit.** ${requests} requests per ${windowSeconds / 60} minutes, counted per sending address and path.

**Compatibility.** Answers may gain fields and headers; ignore those you do not know.`;

export const INFO = { title: 'Partner lines', version: VERSION, description: DESCRIPTION };

export const SERVERS = [
  {
    url: '{baseUrl}',
    description: 'The base address you were given with your key.',
    variables: { baseUrl: { default: 'http://127.0.0.1:8787', description: 'By default the local service.' } },
  },
];

export const TAGS = [
  { name: 'Account', description: 'Whom a key belongs to.' },
  { name: 'Lines', description: 'Create, list, read and terminate lines. Scope `tenants`.' },
  { name: 'Agent', description: 'How the agent of a line behaves. Scope `config`.' },
  { name: 'Calls', description: 'Summaries of finished calls. Scope `calls`.' },
  { name: 'Webhooks', description: 'Where finished calls are announced. Scope `webhooks`.' },
];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_partner_ and 64 hexadecimal characters',
    description: 'One key per partner account, for all of its lines. It is shown once, when it is issued.',
  },
};
