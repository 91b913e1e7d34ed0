import { type ApiResponse, request, wholeRequest } from '../clients.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import { aPartner, aPartnerWithLine, create, lineBody } from './given.ts';

const told = (responses: readonly ApiResponse[]) => responses.map(({ text }) => text).join(' | ');

interface Creation {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly quota?: number;
  /** Statuses that a retry without an idempotency key may get. */
  readonly repeatedAs: readonly number[];
}

const creation = ({ name, headers = {}, quota, repeatedAs }: Creation): Scenario =>
  scenario({
    name,
    given: (world) => aPartner(world, { quota }),
    act: (world, partnerId) => wholeRequest(world, create(world), { partnerId, headers, body: lineBody('shop-1') }),
    judge: async (world, _partnerId, { last, all, tries }) => {
      const responses = all.filter(({ status }) => status === 201);
      const line = world.seen.lines[0];
      return [
        ...wrongIf(world.seen.lines.length !== 1, `${world.seen.lines.length} lines for one request`),
        ...wrongIf(new Set(responses.map(({ text }) => text)).size > 1, `two responses: ${told(responses)}`),
        ...wrongIf(
          responses.some(({ body }) => body['tenantId'] !== line?.tenantId),
          `no such line: ${told(responses)}`,
        ),
        ...wrongIf(last.status !== 201 && (tries === 1 || !repeatedAs.includes(last.status)), `returned ${last.text}`),
      ];
    },
  });

const rejectedCreation = scenario({
  name: 'create-tenant with a key and an externalId in use',
  given: aPartnerWithLine,
  act: (world, { partnerId }) => wholeRequest(world, create(world), { partnerId, ...KEY, body: lineBody('shop-1') }),
  judge: async (world, { partnerId }, { last }) => {
    // The rejected request must not use up the idempotency key, so the key can be used with another body.
    const again = await request(world, create(world), { partnerId, ...KEY, body: lineBody('shop-2') });
    return [
      ...wrongIf(last.body['code'] !== 'EXTERNAL_ID_EXISTS', `returned ${last.text}`),
      ...wrongIf(again.last.status !== 201, `the rejected request used up the key: ${again.last.text}`),
    ];
  },
});

const KEY = { headers: { 'Idempotency-Key': 'order-1' } };

export const CREATION: readonly Scenario[] = [
  creation({ name: 'create-tenant without a key', repeatedAs: [409] }),
  creation({ name: 'create-tenant with a key', ...KEY, repeatedAs: [] }),
  creation({ name: 'create-tenant of the last line in the quota', quota: 1, repeatedAs: [402, 409] }),
  creation({ name: 'create-tenant with a key, of the last line in the quota', ...KEY, quota: 1, repeatedAs: [] }),
  rejectedCreation,
];
