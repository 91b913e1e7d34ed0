import type { Action } from '../../shared/contract/routes.ts';
import type { PublicCode } from '../../shared/domain/requests/failure.ts';
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

/** What every endpoint takes and answers, beyond what all of them share. An endpoint without a row does not compile. */
export const OPERATIONS: Readonly<Record<Action, Operation>> = {
  whoami: {
    tag: 'Account',
    summary: 'Who am I',
    description: 'Whom the key belongs to and what it may do. Needs no scope, so it is a good first request.',
    success: { status: 200, schema: 'Partner', description: 'The key is valid.' },
    codes: [],
  },
  'list-tenants': {
    tag: 'Lines',
    summary: 'List lines',
    description: "All of the partner's lines that are not terminated, in pages.",
    parameters: ['Limit', 'Cursor'],
    success: { status: 200, schema: 'LinePage', description: 'One page.' },
    codes: ['INVALID_CURSOR'],
  },
  'create-tenant': {
    tag: 'Lines',
    summary: 'Create a line',
    description:
      'The line begins active and without a phone number; the number is connected separately. ' +
      'Send an Idempotency-Key: without one, repeating a creation whose answer was lost is not safe.',
    parameters: ['IdempotencyKey'],
    body: { schema: 'CreateLine', required: true, description: 'The line to create.' },
    success: {
      status: 201,
      schema: 'Line',
      description: 'The line was created, now or by an earlier request with the same key.',
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
    description: 'The line with its number, integrations and plan.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'LineDetail', description: 'The line.' },
    codes: [],
  },
  'terminate-tenant': {
    tag: 'Lines',
    summary: 'Terminate a line',
    description:
      'Final. The line disappears from list and read, no longer counts against the quota, and its externalId may be used ' +
      'again. A line with a number is not terminated (502): ask support to release the number first. ' +
      'When an answer is lost, repeat: 409 ALREADY_TERMINATED or 403 then mean that the line is terminated.',
    parameters: ['CustomerId'],
    body: { schema: 'TerminateLine', required: false, description: 'May be left out.' },
    success: { status: 200, schema: 'Termination', description: 'The line is terminated.' },
    codes: ['ALREADY_TERMINATED', 'CARRIER_RELEASE_FAILED'],
  },
  'get-agent': {
    tag: 'Agent',
    summary: 'Read agent settings',
    description: 'Every setting that was ever set; the persona begins with the sentence that announces the call.',
    parameters: ['CustomerId'],
    success: { status: 200, schema: 'AgentSettings', description: 'The settings.' },
    codes: [],
  },
  'update-agent': {
    tag: 'Agent',
    summary: 'Change agent settings',
    description:
      'A partial patch: only the fields sent change, each of them as a whole. ' +
      'A change can take up to 5 minutes to reach live calls.',
    parameters: ['CustomerId'],
    body: { schema: 'AgentSettingsPatch', required: true, description: 'The settings to change.' },
    success: { status: 200, schema: 'AgentSettings', description: 'All settings after the change.' },
    codes: [...SETTINGS_CODES, 'TENANT_TERMINATED', 'TENANT_REGION_UNRESOLVED', 'SUMMARY_OWNER_LOOKUP_FAILED'],
  },
  'list-calls': {
    tag: 'Calls',
    summary: 'List finished calls',
    description: "The line's finished calls, newest first, in pages.",
    parameters: ['CustomerId', 'Limit', 'Cursor', 'Since'],
    success: { status: 200, schema: 'CallPage', description: 'One page.' },
    codes: ['INVALID_CURSOR'],
  },
  'get-webhook': {
    tag: 'Webhooks',
    summary: 'Read the webhook',
    description: 'The registered webhook; of the secret that signs deliveries only the last four characters.',
    success: { status: 200, schema: 'Webhook', description: 'The webhook in force.' },
    codes: ['WEBHOOK_NOT_CONFIGURED'],
  },
  'put-webhook': {
    tag: 'Webhooks',
    summary: 'Register the webhook',
    description:
      'One webhook per partner. This is the only response that shows the signing secret in full.\n\n' +
      'If support has issued a new signing secret, any valid PUT puts it in force and returns it: deliveries are ' +
      'signed with the old one until then, and with the new one from then on. A further PUT returns the same secret, ' +
      'so repeat a PUT whose response you did not get. Let your receiver accept both secrets while you change over.',
    body: { schema: 'WebhookRegistration', required: true, description: 'Where events are to be sent.' },
    success: { status: 200, schema: 'RegisteredWebhook', description: 'The webhook is registered, or replaced.' },
    codes: ['WEBHOOK_URL_INVALID', 'UNKNOWN_EVENT'],
  },
};
