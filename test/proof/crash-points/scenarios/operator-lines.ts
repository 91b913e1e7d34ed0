import { randomUUID } from 'node:crypto';
import { finishRelease, setIntegration, setPlan } from '../../../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../../../operator/records/line-numbers.ts';
import { terminateLine } from '../../../../shared/store/lines/termination.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import { done } from '../clients.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { act, type Ids } from './operator-act.ts';

const NUMBER = '+821012341234';
const attached = (world: World, { tenantId }: Ids) =>
  done(world, ({ table }) => attachNumber(asOperator(table), tenantId, NUMBER));

export const LINE_ACTS: readonly Scenario[] = [
  act({
    name: 'attachNumber',
    run: ({ table }, { tenantId }) => attachNumber(asOperator(table), tenantId, NUMBER),
    isDone: ({ line }) => line?.['number'] === NUMBER,
  }),
  act({
    name: 'releaseNumber',
    before: attached,
    run: ({ table }, { tenantId }) => detachNumber(asOperator(table), tenantId),
    isDone: ({ line }) => line?.['number'] === undefined && line?.['numberReleased'] === true,
    rejectsAgain: true,
  }),
  act({
    name: 'setPlan',
    run: ({ table }, { tenantId }) => setPlan(asOperator(table), tenantId, { tier: 'pro' }),
    isDone: ({ line }) => JSON.stringify(line?.['plan']) === '{"tier":"pro"}',
  }),
  act({
    name: 'setIntegration',
    run: ({ table }, { tenantId }) => setIntegration(asOperator(table), tenantId, 'providerA', true),
    isDone: ({ line }) => JSON.stringify(line?.['integrations']) === '{"providerA":{"connected":true}}',
  }),
  act({
    name: 'finishRelease',
    before: (world, ids) =>
      done(world, ({ table }) => {
        const termination = {
          reason: undefined,
          purge: true,
          nowMs: Date.parse('2026-06-01T11:00:00.000Z'),
          token: 'before',
        };
        return terminateLine(table, { ...ids, externalId: 'shop-1' }, termination);
      }),
    run: ({ table }, { tenantId }) => finishRelease(asOperator(table), tenantId, randomUUID()),
    isDone: ({ line }) => line?.['releasedBy'] !== undefined,
  }),
];
