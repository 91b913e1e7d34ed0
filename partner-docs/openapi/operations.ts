import type { PublicCode } from '../../shared/contract/failures.ts';
import type { Action } from '../../shared/contract/routes.ts';
import type { ParameterName } from './parameters.ts';

export interface Operation {
  readonly tag: 'Account' | 'Lines' | 'Agent' | 'Calls' | 'Webhooks';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterName[];
  readonly body?: { readonly schema: string; readonly required: boolean; readonly description: string };
  readonly success: { readonly status: 200 | 201; readonly schema: string; readonly description: string };
  readonly codes: readonly PublicCode[];
}

const PERSONA_CODES = ['persona.empty', 'persona.too_long', 'persona.tool_name', 'persona.tool_signature'] as const;
const SETTINGS_CODES = ['SUMMARY_NO_RECIPIENTS', ...PERSONA_CODES] as const;

/**
 * The request and responses of each endpoint, besides what all endpoints share. An endpoint without a row does not
 * compile.
 */
export const OPERATIONS: Readonly<Record<Action, Operation>> = {
  whoami: {
    tag: 'Account',
    summary: 'Read your account',
    description: 'Returns the account that the key belongs to, and what the key may do. It is a good first request.',
    success: { status: 200, schema: 'Partner', description: 'The key is valid.' },
    codes: [],
  },
  'list-tenants': {
    tag: 'Lines',
    summary: 'List lines',
    description: 'Returns all your lines that are not terminated, in pages.',
    parameters: ['Limit', 'Cursor'],
    success: { status: 200, schema: 'LinePage', description: 'One page of lines.' },
    codes: ['INVALID_CURSOR'],
  },
  'create-tenant': {
    tag: 'Lines',
    summary: 'Create a line',
    description:
      'A new line is active and has no phone number. The number is connected separately, outside this API. ' +
      'Send an `Idempotency-Key`, so that you can safely retry if you get no response.',
    parameters: ['IdempotencyKey'],
    body: { schema: 'CreateLine', required: true, description: 'The line to create.' },
    success: {
      status: 201,
      schema: 'Line',
      description: 'The line was created, by this request or by an earlier one with the same key.',
    },
    codes: [
      'TENANT_QUOTA_EXCEEDED',
      'EXTERNAL_ID_EXISTS',
      'IDEMPOTENCY_IN_PROGRESS',
      'IDEMPOTENCY_KEY_MISMATCH',
      ...SETTINGS_CODES,
    ],
  },
  'get-tenant': {
    tag: 'Lines',
    summary: 'Read a line',
    description: 'Returns a line with its number, integrations and plan.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'LineDetail', description: 'The line.' },
    codes: [],
  },
  'terminate-tenant': {
    tag: 'Lines',
    summary: 'Terminate a line',
    description:
      'Terminates a line. You cannot undo this. You can no longer list or read the line, it no longer counts against ' +
      'your quota, and you can use its `externalId` again.\n\n' +
      'If a phone number is attached, the line stays active and the API returns 502: ask support to release the number ' +
      'first. If you get no response, retry: 409 `ALREADY_TERMINATED` or a 403 then means that the line is terminated.',
    parameters: ['CustomerId'],
    body: { schema: 'TerminateLine', required: false, description: 'Optional details of the termination.' },
    success: { status: 200, schema: 'Termination', description: 'The line is terminated.' },
    codes: ['ALREADY_TERMINATED', 'CARRIER_RELEASE_FAILED'],
  },
  'get-agent': {
    tag: 'Agent',
    summary: 'Read agent settings',
    description:
      'Returns the agent settings that have been set so far. The persona begins with a sentence that tells the agent about the call.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'AgentSettings', description: 'The settings.' },
    codes: [],
  },
  'update-agent': {
    tag: 'Agent',
    summary: 'Change agent settings',
    description:
      'Changes only the fields that you send. Each of them is replaced as a whole. ' +
      'A change can take up to 5 minutes to reach live calls.',
    parameters: ['CustomerId'],
    body: { schema: 'AgentSettingsPatch', required: true, description: 'The settings to change.' },
    success: { status: 200, schema: 'AgentSettings', description: 'All settings, after the change.' },
    codes: [...SETTINGS_CODES, 'TENANT_TERMINATED', 'TENANT_REGION_UNRESOLVED', 'SUMMARY_OWNER_LOOKUP_FAILED'],
  },
  'list-calls': {
    tag: 'Calls',
    summary: 'List finished calls',
    description: 'Returns the finished calls of a line, newest first, in pages.',
    parameters: ['CustomerId', 'Limit', 'Cursor', 'Since'],
    success: { status: 200, schema: 'CallPage', description: 'One page of calls.' },
    codes: ['INVALID_CURSOR'],
  },
  'get-webhook': {
    tag: 'Webhooks',
    summary: 'Read the webhook',
    description: 'Returns the registered webhook, with only the last four characters of the signing secret.',
    success: { status: 200, schema: 'Webhook', description: 'The registered webhook.' },
    codes: ['WEBHOOK_NOT_CONFIGURED'],
  },
  'put-webhook': {
    tag: 'Webhooks',
    summary: 'Register the webhook',
    description:
      'Registers your webhook, or replaces it: an account has one. Only this response shows the whole signing secret.\n\n' +
      'If support has issued a new signing secret, the next valid PUT switches to it and returns it. Until then, the ' +
      'service signs deliveries with the old secret. Another PUT returns the same secret, so send it again if you get ' +
      'no response. Let your receiver accept both secrets during the change.',
    body: { schema: 'WebhookRegistration', required: true, description: 'Where to send events.' },
    success: { status: 200, schema: 'RegisteredWebhook', description: 'The webhook was registered or replaced.' },
    codes: ['WEBHOOK_URL_INVALID', 'UNKNOWN_EVENT'],
  },
};
