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

describe("changes of a line's plan", () => {
  it.each([undefined, { tier: 'basic', status: 'trial' }])(
    "simultaneous changes of different parts of a line's plan are both kept (plan before: %j)",
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

  it("a change of a line's plan is retried after a conflict with another write", async () => {
    const tenantId = await (await lineWorld(table)).line();
    expect((await setPlan(asOperator(contendedOnce(table)), tenantId, { tier: 'pro' })).plan).toEqual({ tier: 'pro' });
  });

  it('the plan of a line cannot be changed if the line was terminated just before the write', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    const seen = overtaken(table, () => partner.terminate(tenantId));
    await expect(setPlan(asOperator(seen), tenantId, { tier: 'pro' })).rejects.toThrow(
      `There is no active line ${tenantId}.`,
    );
  });
});

it('the `integrations` of a terminated line cannot be changed', async () => {
  const partner = await lineWorld(table);
  const tenantId = await partner.line();
  await partner.terminate(tenantId);
  await expect(setIntegration(asOperator(table), tenantId, 'providerA', true)).rejects.toThrow(
    'There is no active line',
  );
});

const [ONE, OTHER] = ['+82100000001', '+82100000002'];

describe("changes of a line's phone number", () => {
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

  it('a line keeps the number that was written first if two operators attach a number in parallel', async () => {
    const faulty = overtaken(table, () => attachNumber(asOperator(table), tenantId, OTHER));
    await expect(attachNumber(asOperator(faulty), tenantId, ONE)).rejects.toThrow(`has the number ${OTHER}`);
    expect([await numberOfLine(), await holderOf(OTHER), await holderOf(ONE)]).toEqual([OTHER, tenantId, undefined]);
  });

  it('a number is not attached if the line was terminated just before the write', async () => {
    const names = { partnerId: partner.partnerId, tenantId, externalId: 'unused' };
    const termination = {
      reason: undefined,
      purge: false,
      nowMs: Date.parse('2026-11-22T12:00:00.000Z'),
      token: 'other',
    };
    const faulty = overtaken(table, () => terminateLine(table, names, termination));
    await expect(attachNumber(asOperator(faulty), tenantId, ONE)).rejects.toThrow('is terminated');
    expect([await numberOfLine(), await holderOf(ONE)]).toEqual([undefined, undefined]);
  });

  it('a number is detached even if it replaced another number just before the write', async () => {
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

  it('a number is not detached if the item of the number belongs to another line', async () => {
    await attachNumber(asOperator(table), tenantId, ONE);
    await partner.set(keys.number(ONE), 'tenantId', 'tn_other');
    const patient = { ...table, pacing: { random: () => 0, sleepMs: async () => undefined } };
    await expect(detachNumber(asOperator(patient), tenantId)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await holderOf(ONE)).toBe('tn_other');
  });

  it('the writes that attach and detach a number are retried after a conflict with another write', async () => {
    await attachNumber(asOperator(contendedOnce(table)), tenantId, ONE);
    expect(await holderOf(ONE)).toBe(tenantId);
    await detachNumber(asOperator(contendedOnce(table)), tenantId);
    expect(await holderOf(ONE)).toBeUndefined();
  });
});
