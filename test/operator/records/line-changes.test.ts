import { beforeAll, describe, expect, it } from '@jest/globals';
import { setIntegration, setPlan } from '../../../operator/records/line-changes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
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
    'keeps both changes when two operators change different parts at once (plan before: %j)',
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

  it('is changed by a retry after a conflict with another writer', async () => {
    const tenantId = await (await lineWorld(table)).line();
    expect((await setPlan(asOperator(contendedOnce(table)), tenantId, { tier: 'pro' })).plan).toEqual({ tier: 'pro' });
  });

  it('cannot be changed if the line was terminated after the operator tool read the line', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    const seen = overtaken(table, () => partner.terminate(tenantId));
    await expect(setPlan(asOperator(seen), tenantId, { tier: 'pro' })).rejects.toThrow(
      `There is no active line ${tenantId}.`,
    );
  });
});

describe('a terminated line', () => {
  it('rejects a change to its `integrations`', async () => {
    const partner = await lineWorld(table);
    const tenantId = await partner.line();
    await partner.terminate(tenantId);
    await expect(setIntegration(asOperator(table), tenantId, 'providerA', true)).rejects.toThrow(
      'There is no active line',
    );
  });
});
