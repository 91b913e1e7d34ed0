import { addWaitingSecret } from '../../../../operator/records/secret-changes.ts';
import type { Action } from '../../../../shared/contract/routes.ts';
import { issueSigningSecret } from '../../../../shared/secrets/signing-secrets.ts';
import { createPartner, type NewPartner } from '../../../../shared/store/partners/creation.ts';
import { exchange } from '../../../support/functions/endpoint-call.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { done } from '../clients.ts';
import type { Outside } from '../outside.ts';
import { around, type World } from '../world.ts';

export const KEY_ID = 'key-1';
export const PERSONA = 'Speak like the owner of Corner Cafe';
const RECIPIENT = 'owner@corner-cafe.example';
const SUMMARY = 'Asked for a table at seven';
const CALLER = '+821012345678';

/** Service functions for the scenarios to call. Each invocation creates its function again, as a cold start does. */
const endpoint = (action: Action) => (world: World) => (outside: Outside) =>
  world.version().endpoint(action, { ...outside, ...around(world) });
export const create = endpoint('create-tenant');
export const put = endpoint('put-webhook');
export const update = endpoint('update-agent');
export const terminate = endpoint('terminate-tenant');

export const record =
  (world: World) =>
  ({ table }: Outside) =>
    world.version().recordCall({ table, ...around(world) });

export const takeQueued = (world: World) => (outside: Outside) =>
  world.version().intake({ ...outside, ...around(world) });

/** Runs the first step of a rotation: an operator issues the waiting secret. */
export const rotate =
  (world: World) =>
  async ({ table, kms }: Pick<Outside, 'table' | 'kms'>, partnerId: string) =>
    addWaitingSecret({ ...asOperator(table), kms, outputs: { KeyArn: KEY_ID }, nowMs: () => world.nowMs }, partnerId);

export const aWaitingSecret = (world: World, partnerId: string) =>
  done(world, (outside) => rotate(world)(outside, partnerId));

export const aPartner = async (world: World, about: Partial<NewPartner> = {}) =>
  (await aPartnerWithKey(world, about)).partnerId;

export async function aPartnerWithKey(world: World, about: Partial<NewPartner> = {}) {
  const { partner, apiKey } = await done(world, ({ table, kms }) =>
    createPartner(
      { table, issueSecret: issueSigningSecret(kms, KEY_ID), nowMs: () => world.nowMs },
      { name: 'Acme', scopes: ['tenants', 'config', 'calls', 'webhooks'], ...about },
    ),
  );
  world.canaries.push({ text: apiKey }, { text: 'whsec_' });
  return { partnerId: partner.partnerId, apiKey };
}

export const lineBody = (externalId: string) => ({
  name: 'Corner Cafe',
  region: 'kr',
  externalId,
  agent: { persona: PERSONA, summaryRecipients: [{ email: RECIPIENT }] },
});

async function aLine(world: World, partnerId: string): Promise<string> {
  world.canaries.push({ text: PERSONA, home: /^AGENT$/ }, { text: RECIPIENT, home: /^AGENT$/ });
  const { status, text, body } = await done(world, (outside) =>
    exchange(create(world)(outside), { partnerId, body: lineBody('shop-1') }),
  );
  if (status !== 201) throw new Error(text);
  return String(body['tenantId']);
}

export async function aPartnerWithLine(world: World) {
  const partnerId = await aPartner(world);
  return { partnerId, tenantId: await aLine(world, partnerId) };
}

export const webhookBody = (host = 'partner.com') => ({ url: `https://${host}/hook` });

export async function aWebhook(world: World, partnerId: string): Promise<void> {
  const { status, text } = await done(world, (outside) =>
    exchange(put(world)(outside), { partnerId, body: webhookBody() }),
  );
  if (status !== 200) throw new Error(text);
}

export const finishedCall = (tenantId: string, callId: string) => ({
  tenantId,
  call: { callId, summary: SUMMARY, callerNumber: CALLER, callType: 'phone' },
});

/** Creates a partner with a webhook, a line and a newly recorded call. */
export async function aCall(world: World, callId = 'call-1') {
  const { partnerId, tenantId } = await aSubscriber(world);
  await done(world, (outside) => record(world)(outside)(finishedCall(tenantId, callId)));
  return { partnerId, tenantId, callId };
}

export async function aSubscriber(world: World) {
  const ids = await aPartnerWithLine(world);
  await aWebhook(world, ids.partnerId);
  world.canaries.push({ text: SUMMARY, home: /^CALL#/ }, { text: CALLER });
  return ids;
}
