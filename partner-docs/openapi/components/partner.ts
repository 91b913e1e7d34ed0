import {
  API_KEY_PREFIX,
  SECRET_HINT,
  SECRET_HINT_CHARACTERS,
  SHOWN_KEY_DIGITS,
  SIGNING_SECRET_BYTES,
  SIGNING_SECRET_PATTERN,
  SIGNING_SECRET_PREFIX,
} from '../../../shared/contract/credential-forms.ts';
import { partnerIdentity } from '../../../shared/contract/partner.ts';
import { SCOPES } from '../../../shared/contract/routes.ts';
import {
  EVENTS,
  registeredWebhook,
  WEBHOOK_URL_CHARACTERS,
  webhookConfiguration,
  webhookInput,
} from '../../../shared/contract/webhooks.ts';
import { hintOf } from '../../../shared/domain/webhooks/signature.ts';
import { component } from './component.ts';

const URL = 'https://hooks.example.com/calls';
const SECRET = `${SIGNING_SECRET_PREFIX}${'6b3f09d2'.repeat(SIGNING_SECRET_BYTES / 4)}`;
const times = { createdAt: '2026-11-21T09:31:00.000Z', updatedAt: '2026-11-21T09:31:00.000Z' };
const webhookFields = {
  url: { description: 'The URL that receives events.', format: 'uri' },
  events: 'The events that the URL receives.',
  createdAt: 'When you first registered a webhook.',
  updatedAt: 'When you last registered or replaced the webhook.',
};

export const PARTNER_COMPONENTS = [
  component('Partner', partnerIdentity, {
    description: 'The account that the key belongs to, and the scopes of the key.',
    fields: {
      partnerId: 'Unique identifier of your account.',
      name: 'Display name of your account.',
      scopes: 'The scopes of the key: which endpoints you can use with the key.',
      keyPrefix: 'The first characters of the key that you used. The API never shows the full key.',
    },
    example: {
      partnerId: 'pt_01JD3YPZX4G6V8H0W2K4M6N8P0',
      name: 'Acme',
      scopes: [...SCOPES],
      keyPrefix: `${API_KEY_PREFIX}${'3f9a1c2e'.repeat(SHOWN_KEY_DIGITS / 8)}`,
    },
  }),
  component('WebhookRegistration', webhookInput, {
    description: 'The webhook to register. It replaces your current webhook.',
    fields: {
      url: {
        description: `An https URL without a user name or password. Its host name must resolve only to public IP addresses. The host needs an IPv4 address: deliveries do not reach a host that has only IPv6 addresses. The service sends no request to the URL when you register it. In a sandbox, use a URL on your machine, such as \`http://127.0.0.1:9100/hook\`.\n\nThe service stores the URL in ASCII, with percent-encoding and punycode. The limit of ${WEBHOOK_URL_CHARACTERS} characters applies both to the URL as you send it and to the URL as stored.`,
        format: 'uri',
        pattern: '^[hH][tT][tT][pP][sS]://',
        maxLength: WEBHOOK_URL_CHARACTERS,
      },
      events: {
        description: 'The events to receive. If you leave out this field, the URL receives every event.',
        items: { $ref: '#/components/schemas/EventName' },
        // The document leaves out `maxItems`, because clients reach the size limit of a body first.
        maxItems: undefined,
      },
    },
    example: { url: URL, events: [...EVENTS] },
  }),
  component('RegisteredWebhook', registeredWebhook, {
    description: 'The webhook with its signing secret. Only the response to PUT /v1/webhooks shows the whole secret.',
    fields: {
      ...webhookFields,
      signingSecret: {
        description: 'The secret with which the service signs deliveries from now on. Store it.',
        // The contract's schema has no pattern, because the service never checks a secret.
        pattern: SIGNING_SECRET_PATTERN,
      },
    },
    example: {
      url: URL,
      events: [...EVENTS],
      ...times,
      signingSecret: SECRET,
    },
  }),
  component('Webhook', webhookConfiguration, {
    description: 'The registered webhook.',
    fields: {
      ...webhookFields,
      signingSecretHint: {
        description: `The ${SECRET_HINT} of the secret with which the service signs deliveries.`,
        minLength: SECRET_HINT_CHARACTERS,
        maxLength: SECRET_HINT_CHARACTERS,
      },
    },
    example: { url: URL, events: [...EVENTS], ...times, signingSecretHint: hintOf(SECRET) },
  }),
];
