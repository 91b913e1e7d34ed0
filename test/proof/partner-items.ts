import { keyItemOf, type Partner } from '../../shared/store/partners/item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import type { Webhook } from '../../shared/store/webhooks/webhooks.ts';
import { START_MS } from '../support/functions/deliveries.ts';
import { SECRET } from '../support/receivers/signature.ts';
import type { Item } from './memory-table/values.ts';

interface PartnerFacts {
  readonly partnerId: string;
  readonly lineIds: readonly string[];
  /** Without it, the partner has no webhook. */
  readonly url?: string;
}

const CREATED_AT = new Date(START_MS).toISOString();

/** Returns a secret as the table stores it. The KMS of the simulations does not encrypt. */
export const sealed = (secret: string) => ({
  ciphertext: Buffer.from(secret).toString('base64'),
  hint: secret.slice(-4),
});

/** Returns the items of an active partner with a key, lines, a secret and perhaps a webhook. */
export function itemsOfPartner({ partnerId, lineIds, url }: PartnerFacts): Item[] {
  const partner = {
    partnerId,
    name: 'Acme',
    scopes: ['calls', 'webhooks'] satisfies Partner['scopes'],
    state: 'active' as const,
    lineCount: lineIds.length,
    keyHash: partnerId,
    keyPrefix: 'key',
    keyState: 'active' as const,
    createdAt: CREATED_AT,
  } satisfies Partner;
  const webhook = url === undefined ? [] : [{ ...keys.webhook(partnerId), ...webhookAt(url) }];
  return [
    { ...keys.partner(partnerId), ...partner },
    { ...keys.apiKey(partner.keyHash), ...keyItemOf(partner) },
    { ...keys.secret(partnerId), ...sealed(SECRET) },
    ...lineIds.map((tenantId) => ({
      ...keys.line(tenantId),
      ...{ tenantId, partnerId, name: 'Cafe', region: 'kr', status: 'active' },
    })),
    ...webhook,
  ];
}

const webhookAt = (url: string) =>
  ({
    url,
    events: ['call.completed'],
    signingSecretHint: SECRET.slice(-4),
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  }) satisfies Webhook;
