import { expect, it } from '@jest/globals';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

it.each([
  ['compare', 'both tables: about 16000 items, 50000 read units'],
  ['copy', 'the whole table: about 8000 items, 25000 read units'],
])('`restore %s` announces what it reads: %s', async (verb, reads) => {
  const restored = await testTable();
  const { run } = await operatorWorld();
  const { code, err } = await run('restore', verb, '--from', restored.name);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`This reads ${reads}, `) });
});
