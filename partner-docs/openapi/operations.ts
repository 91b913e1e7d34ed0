import { SECRET_HINT } from '../../shared/contract/credential-forms.ts';
import type { PublicCode } from '../../shared/contract/failures.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import type { Action } from '../../shared/contract/routes.ts';
import { SETTINGS_REACH_CALLS_MINUTES } from '../../shared/domain/lines/line-for-call.ts';
import type { ParameterName } from './parameters.ts';

/** The content of the samples in curl, TypeScript and Python. */
export interface Sample {
  /** The optional parameters in the samples. Their values are the examples in openapi.json, or else the maximums. */
  readonly parameters?: readonly string[];
  /** The fields of the body in the samples, with the values of the example in openapi.json. */
  readonly fields?: readonly string[];
  /** Returns TypeScript code that uses our client. `body` is the body as a literal. */
  readonly typescript: (body: string) => string;
}

export interface Operation {
  readonly tag: 'Account' | 'Lines' | 'Agent' | 'Calls' | 'Webhooks';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterName[];
  readonly body?: { readonly schema: string; readonly required: boolean; readonly description: string };
  readonly success: { readonly status: 200 | 201; readonly schema: string; readonly description: string };
  readonly codes: readonly PublicCode[];
  readonly sample: Sample;
}

const PERSONA_CODES = ['persona.empty', 'persona.too_long', 'persona.tool_name', 'persona.tool_signature'] as const;
const SETTINGS_CODES = ['SUMMARY_NO_RECIPIENTS', ...PERSONA_CODES] as const;

/** The descriptions, parameters and failures of each endpoint. An endpoint without a row does not compile. */
export const OPERATIONS: Readonly<Record<Action, Operation>> = {
  whoami: {
    tag: 'Account',
    summary: 'Read your account',
    description:
      'Returns the account that the key belongs to, and the scopes of the key. Use this endpoint to check that a key works.',
    success: { status: 200, schema: 'Partner', description: 'The key is valid.' },
    codes: [],
    sample: {
      typescript: () => `const { name, scopes } = await partnerLines.whoami();
console.log(name, scopes);`,
    },
  },
  'list-tenants': {
    tag: 'Lines',
    summary: 'List lines',
    description: 'Returns your lines in pages, without terminated lines.',
    parameters: ['Limit', 'Cursor'],
    success: { status: 200, schema: 'LinePage', description: 'One page of lines.' },
    codes: ['INVALID_CURSOR'],
    sample: {
      parameters: ['limit'],
      typescript: () => `for await (const line of partnerLines.listLines({ limit: ${PAGE_SIZE.max} })) {
  console.log(line.tenantId, line.name);
}`,
    },
  },
  'create-tenant': {
    tag: 'Lines',
    summary: 'Create a line',
    description:
      'Creates a line. The new line is active and has no phone number. A number is connected separately, outside this API. Send an `Idempotency-Key`, so that you can safely retry if you get no response.',
    parameters: ['IdempotencyKey'],
    body: { schema: 'CreateLine', required: true, description: 'The line to create.' },
    success: {
      status: 201,
      schema: 'Line',
      description: 'The line was created, by this request or by an earlier request with the same `Idempotency-Key`.',
    },
    codes: [
      'TENANT_QUOTA_EXCEEDED',
      'EXTERNAL_ID_EXISTS',
      'IDEMPOTENCY_IN_PROGRESS',
      'IDEMPOTENCY_KEY_MISMATCH',
      ...SETTINGS_CODES,
    ],
    sample: {
      parameters: ['Idempotency-Key'],
      fields: ['name', 'region', 'externalId'],
      typescript: (body) => `// The client generates an Idempotency-Key and sends it with every attempt.
const line = await partnerLines.createLine(${body});
console.log(line.tenantId);`,
    },
  },
  'get-tenant': {
    tag: 'Lines',
    summary: 'Read a line',
    description: 'Returns a line with its number, integrations and plan.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'LineDetail', description: 'The line.' },
    codes: [],
    sample: {
      typescript: () => `const line = await partnerLines.getLine(TENANT_ID);
console.log(line.status, line.number);`,
    },
  },
  'terminate-tenant': {
    tag: 'Lines',
    summary: 'Terminate a line',
    description:
      'Terminates a line. You cannot undo this. Afterwards, you cannot list or read the line. It no longer counts against your quota, and you can use its `externalId` again.\n\nIf a phone number is attached, the line stays active and the API returns 502: ask support to release the number first. If you get no response, retry. If the retry returns 409 `ALREADY_TERMINATED`, or 403 because you can no longer access the line, the line is terminated.',
    parameters: ['CustomerId'],
    body: { schema: 'TerminateLine', required: false, description: 'Optional details of the termination.' },
    success: { status: 200, schema: 'Termination', description: 'The line is terminated.' },
    codes: ['ALREADY_TERMINATED', 'CARRIER_RELEASE_FAILED'],
    sample: {
      fields: ['reason', 'purge'],
      typescript: (body) => `const { terminatedAt } = await partnerLines.terminateLine(TENANT_ID, ${body});
console.log(terminatedAt);`,
    },
  },
  'get-agent': {
    tag: 'Agent',
    summary: 'Read agent settings',
    description:
      'Returns the agent settings that have been set. The persona begins with a fixed sentence, which tells the agent that it is on a live phone call.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'AgentSettings', description: 'The agent settings.' },
    codes: [],
    sample: {
      typescript: () => `const { persona, greeting } = await partnerLines.getAgent(TENANT_ID);
console.log(persona, greeting);`,
    },
  },
  'update-agent': {
    tag: 'Agent',
    summary: 'Change agent settings',
    description: `Changes only the fields that you send, and replaces each of these fields as a whole. A change can take up to ${SETTINGS_REACH_CALLS_MINUTES} minutes to reach new calls.`,
    parameters: ['CustomerId'],
    body: { schema: 'AgentSettingsPatch', required: true, description: 'The agent settings to change.' },
    success: { status: 200, schema: 'AgentSettings', description: 'All agent settings after the change.' },
    codes: [...SETTINGS_CODES, 'TENANT_TERMINATED', 'TENANT_REGION_UNRESOLVED', 'SUMMARY_OWNER_LOOKUP_FAILED'],
    sample: {
      fields: ['persona', 'greeting'],
      typescript: (body) => `const settings = await partnerLines.updateAgent(TENANT_ID, ${body});
console.log(settings.greeting);`,
    },
  },
  'list-calls': {
    tag: 'Calls',
    summary: 'List finished calls',
    description: 'Returns the finished calls of a line in pages, newest first.',
    parameters: ['CustomerId', 'Limit', 'Cursor', 'Since'],
    success: { status: 200, schema: 'CallPage', description: 'One page of calls.' },
    codes: ['INVALID_CURSOR'],
    sample: {
      parameters: ['limit', 'since'],
      typescript: () => `const since = new Date('2026-11-21');
for await (const call of partnerLines.listCalls(TENANT_ID, { since })) {
  console.log(call.startedAt, call.summary);
}`,
    },
  },
  'get-webhook': {
    tag: 'Webhooks',
    summary: 'Read the webhook',
    description: `Returns the registered webhook, with only the ${SECRET_HINT} of the signing secret.`,
    success: { status: 200, schema: 'Webhook', description: 'The registered webhook.' },
    codes: ['WEBHOOK_NOT_CONFIGURED'],
    sample: {
      typescript: () => `const { url, signingSecretHint } = await partnerLines.getWebhook();
console.log(url, signingSecretHint);`,
    },
  },
  'put-webhook': {
    tag: 'Webhooks',
    summary: 'Register the webhook',
    description:
      'Registers your webhook. An account has one webhook, so this request replaces the webhook that you registered before. Only the response to this request shows the whole signing secret.\n\nIf support has issued a new signing secret, your next valid PUT returns the new secret, and from then on the service signs deliveries with it. Until then, the service signs deliveries with the old secret. If you get no response, send the PUT again: it returns the same secret. During the change, let your receiver accept both secrets.',
    body: { schema: 'WebhookRegistration', required: true, description: 'The webhook to register.' },
    success: { status: 200, schema: 'RegisteredWebhook', description: 'The webhook was registered or replaced.' },
    codes: ['WEBHOOK_URL_INVALID', 'UNKNOWN_EVENT'],
    sample: {
      fields: ['url'],
      typescript: (body) => `const { signingSecret } = await partnerLines.registerWebhook(${body});
console.log(signingSecret); // Store it: only the response to this PUT shows the whole secret.`,
    },
  },
};
