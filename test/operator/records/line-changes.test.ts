import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setIntegration, setPlan } from '../../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { terminateLine } from '../../../shared/store/lines/termination.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { contendedOnce, overtaken } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

let table: Table;
beforeAll(async () => {
  table = await testTable();
});

describe('the plan of a line', () => {
  it.each([undefined, { tier: 'basic', status: 'trial' }])(
    'the plan of a line keeps both changes when two operators change different parts at once (plan before: %j)',
    async (before) => {
      const tenantId = await (await lineWorld(table)).line();
      if (before) await setPlan(asOperator(table), tenantId, before);
      const seen = overtaken(table, () => setPlan(asOperator(table), tenantId, { status: 'active' }));
      expect((await setPlan(asOperator(seen), tenantId, { tier: 'pro' })).plan).toEqual({
        tier: 'pro',
        status: 'active',
      });
    },
  );

  it('the plan of a line is changed by a retry after a conflict with another write', async () => {
    const tenantId = await (await lineWorld(table)).line();
    expect((await setPlan(asOperator(contendedOnce(table)), tenantId, { tier: 'pro' })).plan).toEqual({ tier: 'pro' });
  });

  it('the plan of a line cannot be changed if the line was terminated after the operator tool read the line', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    const seen = overtaken(table, () => partner.terminate(tenantId));
    await expect(setPlan(asOperator(seen), tenantId, { tier: 'pro' })).rejects.toThrow(
      `There is no active line ${tenantId}.`,
    );
  });
});

describe('a terminated line', () => {
  it('a terminated line rejects a change to its `integrations`', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    await partner.terminate(tenantId);
    await expect(setIntegration(asOperator(table), tenantId, 'providerA', true)).rejects.toThrow(
      'There is no active line',
    );
  });
});

const [ONE, OTHER] = ['+82100000001', '+82100000002'];

describe('the phone number of a line', () => {
  let table: Table;
  let partner: Awaited<ReturnType<typeof lineWorld>>;
  let tenantId: string;
  beforeEach(async () => {
    table = await testTable();
    partner = await lineWorld(table);
    tenantId = await partner.line();
  });
  const numberOfLine = async () => (await partner.item(keys.line(tenantId)))?.['number'];
  const holderOf = async (number: string) => (await partner.item(keys.number(number)))?.['tenantId'];

  it('the phone number of a line is the number that was written first when two operators attach a number in parallel', async () => {
    const faulty = overtaken(table, () => attachNumber(asOperator(table), tenantId, OTHER));
    await expect(attachNumber(asOperator(faulty), tenantId, ONE)).rejects.toThrow(`has the number ${OTHER}`);
    expect([await numberOfLine(), await holderOf(OTHER), await holderOf(ONE)]).toEqual([OTHER, tenantId, undefined]);
  });

  it('the phone number of a line is not attached if the line was terminated after the operator tool read the line', async () => {
    const names = { partnerId: partner.partnerId, tenantId, externalId: 'unused' };
    const termination = { reason: undefined, purge: false, terminatedAt: '2026-11-22T12:00:00.000Z', token: 'other' };
    const faulty = overtaken(table, () => terminateLine(table, names, termination));
    await expect(attachNumber(asOperator(faulty), tenantId, ONE)).rejects.toThrow('is terminated');
    expect([await numberOfLine(), await holderOf(ONE)]).toEqual([undefined, undefined]);
  });

  it('the phone number of a line is released even if it replaced another number after the operator tool read the line', async () => {
    await attachNumber(asOperator(table), tenantId, ONE);
    const exchange = async () => {
      await detachNumber(asOperator(table), tenantId);
      await attachNumber(asOperator(table), tenantId, OTHER);
    };
    await detachNumber(asOperator(overtaken(table, exchange)), tenantId);
    expect([await numberOfLine(), await holderOf(ONE), await holderOf(OTHER)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the phone number of a line is not released if the item of that number names another line', async () => {
    await attachNumber(asOperator(table), tenantId, ONE);
    await partner.set(keys.number(ONE), 'tenantId', 'tn_other');
    const patient = { ...table, pacing: { random: () => 0, sleepMs: async () => undefined } };
    await expect(detachNumber(asOperator(patient), tenantId)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await holderOf(ONE)).toBe('tn_other');
  });

  it('the phone number of a line is attached and released by a retry after a conflict with another write', async () => {
    await attachNumber(asOperator(contendedOnce(table)), tenantId, ONE);
    expect(await holderOf(ONE)).toBe(tenantId);
    await detachNumber(asOperator(contendedOnce(table)), tenantId);
    expect(await holderOf(ONE)).toBeUndefined();
  });
});
