import { createHandler as terminateTenant } from '../../../../functions/terminate-tenant/handler.ts';
import { keys } from '../../../../shared/store/keys.ts';
import { attachNumber, releaseNumber } from '../../../../shared/store/line-numbers.ts';
import { terminateLine } from '../../../../shared/store/line-termination.ts';
import { silentLogger as logger } from '../../../support/endpoint-call.ts';
import { type Answer, done, request, type Told, wholeRequest } from '../clients.ts';
import type { Outside } from '../outside.ts';
import { type Scenario, scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { aLine, aPartner, create, lineBody } from './given.ts';
import { wrongIf } from './wrong.ts';

const told = (answers: readonly Answer[]) => answers.map(({ text }) => text).join(' | ');

interface Creation {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly quota?: number;
  /** What a partner without a key may be told who asks again for what it has. */
  readonly repeatedAs: readonly number[];
}

const creation = ({ name, headers = {}, quota, repeatedAs }: Creation): Scenario =>
  scenario({
    name,
    given: (world) => aPartner(world, { quota }),
    act: (world, partnerId) => wholeRequest(world, create(world), { partnerId, headers, body: lineBody('shop-1') }),
    judge: async (world, _partnerId, { last, all, tries }) => {
      const answers = all.filter(({ status }) => status === 201);
      const line = world.seen.lines[0];
      return [
        ...wrongIf(world.seen.lines.length !== 1, `${world.seen.lines.length} lines for one request`),
        ...wrongIf(new Set(answers.map(({ text }) => text)).size > 1, `two answers: ${told(answers)}`),
        ...wrongIf(
          answers.some(({ body }) => body['tenantId'] !== line?.tenantId),
          `no such line: ${told(answers)}`,
        ),
        ...wrongIf(last.status !== 201 && (tries === 1 || !repeatedAs.includes(last.status)), `told ${last.text}`),
      ];
    },
  });

const refusedCreation = scenario({
  name: 'create-tenant with a key, and an externalId that is taken',
  given: async (world) => {
    const partnerId = await aPartner(world);
    return { partnerId, tenantId: await aLine(world, partnerId) };
  },
  act: (world, { partnerId }) => wholeRequest(world, create(world), { partnerId, ...KEY, body: lineBody('shop-1') }),
  judge: async (world, { partnerId }, { last }) => {
    // The key is free for another body.
    const again = await request(world, create(world), { partnerId, ...KEY, body: lineBody('shop-2') });
    return [
      ...wrongIf(last.body['code'] !== 'EXTERNAL_ID_EXISTS', `told ${last.text}`),
      ...wrongIf(again.last.status !== 201, `the key was kept by a refusal: ${again.last.text}`),
    ];
  },
});

const KEY = { headers: { 'Idempotency-Key': 'order-1' } };

export const CREATION: readonly Scenario[] = [
  creation({ name: 'create-tenant without a key', repeatedAs: [409] }),
  creation({ name: 'create-tenant with a key', ...KEY, repeatedAs: [] }),
  creation({ name: 'create-tenant, the last of the quota', quota: 1, repeatedAs: [402, 409] }),
  creation({ name: 'create-tenant with a key, the last of the quota', ...KEY, quota: 1, repeatedAs: [] }),
  refusedCreation,
];

const terminate = (world: World) => (outside: Outside) =>
  terminateTenant({ logger, table: outside.table, nowMs: () => world.nowMs });

interface Ending {
  readonly name: string;
  readonly body?: object;
  readonly expected: number;
  /** What has happened to the line before. */
  readonly before?: (
    outside: Outside,
    line: { partnerId: string; tenantId: string; externalId: string },
  ) => Promise<unknown>;
  readonly numberReclaimed?: boolean;
}

const ending = ({ name, body, expected, before = async () => undefined, numberReclaimed = false }: Ending): Scenario =>
  scenario({
    name,
    given: async (world) => {
      const partnerId = await aPartner(world);
      const tenantId = await aLine(world, partnerId);
      await done(world, (outside) => before(outside, { partnerId, tenantId, externalId: 'shop-1' }));
      return { partnerId, tenantId };
    },
    act: (world, line) => request(world, terminate(world), { ...line, body }),
    judge: async (world, line, { last, tries }) => {
      const again = await request(world, terminate(world), line);
      const next = await request(world, create(world), { ...line, body: lineBody('shop-1') });
      const wasRepeated = tries > 1 && [409, 403].includes(last.status);
      return [
        ...wrongIf(last.status !== expected && !wasRepeated, `told ${last.text}`),
        ...wrongIf(last.status === 200 && last.body['numberReclaimed'] !== numberReclaimed, `told ${last.text}`),
        ...wrongIf(again.last.status !== 403, `the next DELETE is told ${again.last.text}`),
        ...wrongIf(next.last.status !== 201, `the externalId is not given back: ${next.last.text}`),
        ...purgeProblems(world, line.tenantId, body),
      ];
    },
  });

const purgeProblems = (world: World, tenantId: string, body: object = {}) =>
  wrongIf('purge' in body && world.seen.at(keys.line(tenantId))?.['purge'] !== true, 'the wish to purge is lost');

const withNumber = scenario({
  name: 'terminate-tenant with a number attached',
  given: async (world) => {
    const partnerId = await aPartner(world);
    const tenantId = await aLine(world, partnerId);
    await done(world, ({ table }) => attachNumber(table, tenantId, '+821012341234'));
    return { partnerId, tenantId };
  },
  act: (world, line): Promise<Told<Answer>> => wholeRequest(world, terminate(world), line),
  judge: async (_world, _line, { last }) => wrongIf(last.status !== 502, `told ${last.text}`),
});

/** As a crash between the two steps leaves the line. */
const halfTerminated =
  (purge: boolean): NonNullable<Ending['before']> =>
  ({ table }, line) =>
    terminateLine(table, line, { reason: undefined, purge, terminatedAt: '2026-06-01T11:00:00.000Z', token: 'before' });

export const TERMINATION: readonly Scenario[] = [
  ending({ name: 'terminate-tenant', expected: 200 }),
  ending({ name: 'terminate-tenant with purge', body: { purge: true, reason: 'closed' }, expected: 200 }),
  ending({
    name: 'terminate-tenant after a number was released',
    expected: 200,
    numberReclaimed: true,
    before: async ({ table }, { tenantId }) => {
      await attachNumber(table, tenantId, '+821012341234');
      await releaseNumber(table, tenantId);
    },
  }),
  ending({ name: 'terminate-tenant of a half-terminated line', expected: 409, before: halfTerminated(false) }),
  ending({ name: 'terminate-tenant of a half-purged line', expected: 409, before: halfTerminated(true) }),
  ending({
    name: 'terminate-tenant of a half-terminated line, with purge',
    body: { purge: true },
    expected: 409,
    before: halfTerminated(false),
  }),
  withNumber,
];
