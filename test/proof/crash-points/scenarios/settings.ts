import { keys } from '../../../../shared/store/table/keys.ts';
import { unsealed } from '../../../support/aws/fake-kms.ts';
import { exchange } from '../../../support/functions/endpoint-call.ts';
import { type ApiResponse, request, type Told, wholeRequest } from '../clients.ts';
import { invoke } from '../invoke.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import type { World } from '../world.ts';
import { aPartner, aPartnerWithLine, aWaitingSecret, aWebhook, PERSONA, put, update, webhookBody } from './given.ts';

const change = (name: string, body: object): Scenario =>
  scenario({
    name,
    given: aPartnerWithLine,
    act: (world, line) => wholeRequest(world, update(world), { ...line, body }),
    judge: async (world, { tenantId }, { last }) => {
      const item = world.seen.at(keys.agent(tenantId));
      return [
        ...wrongIf(last.status !== 200, `returned ${last.text}`),
        // The fields that are not in the request are unchanged.
        ...wrongIf(item?.['persona'] !== PERSONA || item['greeting'] !== 'Hello', `stored: ${JSON.stringify(item)}`),
      ];
    },
  });

export const AGENT: readonly Scenario[] = [
  change('update-agent', { greeting: 'Hello' }),
  change('update-agent with recipients', {
    greeting: 'Hello',
    summaryRecipients: [{ email: 'new@corner-cafe.example' }],
  }),
];

async function webhookProblems(world: World, partnerId: string, { last, all }: Told<ApiResponse>): Promise<string[]> {
  const secrets = new Set(all.flatMap(({ body }) => body['signingSecret'] ?? []));
  const { secrets: inForce, waitingSecrets } = world.seen;
  const item = world.seen.at(keys.webhook(partnerId));
  return [
    ...wrongIf(last.status !== 200, `returned ${last.text}`),
    ...wrongIf(item?.['url'] !== webhookBody('new.com').url, `stored: ${JSON.stringify(item)}`),
    ...wrongIf(secrets.size !== 1, `${secrets.size} secrets were returned`),
    ...wrongIf(!inForce.every(({ ciphertext }) => secrets.has(unsealed(ciphertext))), 'another secret is in force'),
    ...wrongIf(waitingSecrets.length > 0, 'there is still a waiting secret'),
  ];
}

const registration = (partnerId: string) => ({ partnerId, body: webhookBody('new.com') });
const register = (world: World, partnerId: string) => wholeRequest(world, put(world), registration(partnerId));

async function aRegisteredPartner(world: World): Promise<string> {
  const partnerId = await aPartner(world);
  await aWebhook(world, partnerId);
  return partnerId;
}

async function aRotation(world: World): Promise<string> {
  const partnerId = await aRegisteredPartner(world);
  await aWaitingSecret(world, partnerId);
  return partnerId;
}

export const WEBHOOK: readonly Scenario[] = [
  scenario({
    name: 'the first put-webhook',
    given: (world) => aPartner(world),
    act: register,
    judge: webhookProblems,
  }),
  scenario({
    name: 'put-webhook that replaces a webhook',
    given: aRegisteredPartner,
    act: register,
    judge: async (world, partnerId, told) => {
      const { createdAt, updatedAt } = world.seen.at(keys.webhook(partnerId)) ?? {};
      return [
        ...(await webhookProblems(world, partnerId, told)),
        ...wrongIf(
          told.all.some(({ body }) => body['createdAt'] !== undefined && body['createdAt'] !== createdAt),
          'createdAt has changed',
        ),
        ...wrongIf(typeof updatedAt !== 'string', 'updatedAt is missing'),
      ];
    },
  }),
  scenario({
    name: 'the first put-webhook of a partner whose secret was rotated',
    given: async (world) => {
      const partnerId = await aPartner(world);
      await aWaitingSecret(world, partnerId);
      return partnerId;
    },
    act: register,
    judge: webhookProblems,
  }),
  scenario({
    name: 'put-webhook that switches the secret',
    given: aRotation,
    act: register,
    judge: webhookProblems,
  }),
  scenario({
    name: 'two concurrent put-webhooks that switch the secret',
    given: aRotation,
    act: async (world, partnerId) => {
      const ofOther: ApiResponse[] = [];
      await invoke(world, async (outside) => {
        ofOther.push(await exchange(put(world)(outside), registration(partnerId)));
      });
      return { ofOther, told: await request(world, put(world), registration(partnerId)) };
    },
    judge: (world, partnerId, { ofOther, told }) =>
      webhookProblems(world, partnerId, { ...told, all: [...told.all, ...ofOther] }),
  }),
];
