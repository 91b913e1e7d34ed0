import { expect, it } from '@jest/globals';
import { saveAgent } from '../../../../shared/store/lines/agents.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { itemAt, putItem } from '../../../support/functions/deliveries.ts';
import { testTable } from '../../../support/table/table.ts';

const table = await testTable();

it('the first agent settings of a line are not overwritten by a parallel update', async () => {
  const names = { partnerId: 'pt_1', tenantId: 'tn_1' };
  await putItem(table, { ...keys.delegation('pt_1', 'tn_1'), status: 'active' });
  await saveAgent(table, names, { version: 0, settings: { greeting: 'first' } });
  const second = saveAgent(table, names, { version: 0, settings: { greeting: 'second' } });
  await expect(second).rejects.toMatchObject({ kind: 'unavailable', on: ['agent'] });
  expect(await itemAt(table, keys.agent('tn_1'))).toMatchObject({ version: 1, greeting: 'first' });
});
