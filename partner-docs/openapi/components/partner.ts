import { partnerIdentity } from '../../../shared/contract/partner.ts';
import {
  registeredWebhook,
  WEBHOOK_URL_CHARACTERS,
  webhookConfiguration,
  webhookInput,
} from '../../../shared/contract/webhooks.ts';
import { component } from './component.ts';
import { SECRET_FORM } from './forms.ts';

const URL = 'https://hooks.corner-cafe.com/calls';
const times = { createdAt: '2026-11-21T09:31:00.000Z', updatedAt: '2026-11-21T09:31:00.000Z' };
const webhookFields = {
  url: { description: 'Where events are sent.', format: 'uri' },
  events: { description: 'The events that are sent.' },
  createdAt: { description: 'When a webhook was first registered.' },
  updatedAt: { description: 'When it was last replaced.' },
};

export const PARTNER_COMPONENTS = [
  component('Partner', partnerIdentity, {
    description: 'Whom the key belongs to and what it may do.',
    fields: {
      partnerId: { description: 'Unique partner identifier.' },
      name: { description: 'Display name.' },
      scopes: { description: 'What the key may do.' },
      keyPrefix: { description: 'Display prefix of the key used; never the key.' },
    },
    example: {
      partnerId: 'pt_01JD3YPZX4G6V8H0W2K4M6N8P0',
      name: 'Acme',
      scopes: ['tenants', 'config', 'calls', 'webhooks'],
      keyPrefix: 'svc_partner_3f9a1c2e',
    },
  }),
  component('WebhookRegistration', webhookInput, {
    description: 'Where events are to be sent. It replaces what was registered before.',
    fields: {
      url: {
        description:
          'Must be https without user name and password, and its host must lead to public internet addresses only. ' +
          'The host needs an IPv4 address: deliveries do not reach a host that has only IPv6 addresses. ' +
          'Nothing is requested from it at registration. It is stored with everything outside ASCII encoded ' +
          `(percent-encoding, punycode) and has at most ${WEBHOOK_URL_CHARACTERS} characters in that form too.`,
        format: 'uri',
        pattern: '^[hH][tT][tT][pP][sS]://',
        maxLength: WEBHOOK_URL_CHARACTERS,
      },
      events: {
        description: 'Omitted: every event there is.',
        items: { $ref: '#/components/schemas/EventName' },
      },
    },
    example: { url: URL, events: ['call.completed'] },
  }),
  component('RegisteredWebhook', registeredWebhook, {
    description: 'The webhook with the signing secret, which no other answer shows in full.',
    fields: {
      ...webhookFields,
      signingSecret: { description: 'Keep it: deliveries are signed with it from now on.', pattern: SECRET_FORM },
    },
    example: { url: URL, events: ['call.completed'], ...times, signingSecret: `whsec_${'6b3f09d2'.repeat(8)}` },
  }),
  component('Webhook', webhookConfiguration, {
    description: 'The webhook in force.',
    fields: {
      ...webhookFields,
      signingSecretHint: {
        description: 'Last four characters of the secret that signs deliveries.',
        minLength: 4,
        maxLength: 4,
      },
    },
    example: { url: URL, events: ['call.completed'], ...times, signingSecretHint: '09d2' },
  }),
];
