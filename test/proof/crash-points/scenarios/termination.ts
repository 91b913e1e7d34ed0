import { attachNumber, detachNumber } from '../../../../operator/records/line-numbers.ts';
import { terminateLine } from '../../../../shared/store/lines/termination.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { type ApiResponse, done, request, type Told, wholeRequest } from '../clients.ts';
import type { Outside } from '../outside.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import type { World } from '../world.ts';
import { aPartnerWithLine, create, lineBody, terminate } from './given.ts';

interface Ending {
  readonly name: string;
  readonly body?: object;
  readonly expected: number;
  /** Prepares the line. */
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
      const line = await aPartnerWithLine(world);
      await done(world, (outside) => before(outside, { ...line, externalId: 'shop-1' }));
      return line;
    },
    act: async (world, line) => ({
      ended: await request(world, terminate(world), { ...line, body }),
      // L5: the externalId is free immediately, while an earlier try may still be under way.
      next: await request(world, create(world), { ...line, body: lineBody('shop-1') }),
    }),
    judge: async (world, line, { ended: { last, tries }, next }) => {
      const again = await request(world, terminate(world), line);
      const wasRepeated = tries > 1 && [409, 403].includes(last.status);
      return [
        ...wrongIf(last.status !== expected && !wasRepeated, `returned ${last.text}`),
        ...wrongIf(last.status === 200 && last.body['numberReclaimed'] !== numberReclaimed, `returned ${last.text}`),
        ...wrongIf(again.last.status !== 403, `the next DELETE gets ${again.last.text}`),
        ...wrongIf(next.last.status !== 201 && next.tries === 1, `the externalId is not free: ${next.last.text}`),
        ...purgeProblems(world, line.tenantId, body),
      ];
    },
  });

const purgeProblems = (world: World, tenantId: string, body: object = {}) =>
  wrongIf('purge' in body && world.seen.at(keys.line(tenantId))?.['purge'] !== true, 'the requested purge is lost');

const withNumber = scenario({
  name: 'terminate-tenant with a number attached',
  given: async (world) => {
    const line = await aPartnerWithLine(world);
    await done(world, ({ table }) => attachNumber(asOperator(table), line.tenantId, '+821012341234'));
    return line;
  },
  act: (world, line): Promise<Told<ApiResponse>> => wholeRequest(world, terminate(world), line),
  judge: async (_world, _line, { last }) => wrongIf(last.status !== 502, `returned ${last.text}`),
});

/** Leaves the line as a crash between the two steps of a termination does. */
const halfTerminated =
  (purge: boolean): NonNullable<Ending['before']> =>
  ({ table }, line) =>
    terminateLine(table, line, {
      reason: undefined,
      purge,
      nowMs: Date.parse('2026-06-01T11:00:00.000Z'),
      token: 'before',
    });

export const TERMINATION: readonly Scenario[] = [
  ending({ name: 'terminate-tenant', expected: 200 }),
  ending({ name: 'terminate-tenant with purge', body: { purge: true, reason: 'closed' }, expected: 200 }),
  ending({
    name: 'terminate-tenant after a number was detached',
    expected: 200,
    numberReclaimed: true,
    before: async ({ table }, { tenantId }) => {
      await attachNumber(asOperator(table), tenantId, '+821012341234');
      await detachNumber(asOperator(table), tenantId);
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
