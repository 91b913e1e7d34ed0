import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { keyText, parseKey } from '../../../operator/whole-table/key-text.ts';
import { scanPages } from '../../../operator/whole-table/pages.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { putItems } from '../../support/functions/deliveries.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

it('a read of the whole table waits after each page of at most 500 items', async () => {
  const table = await testTable();
  await putItems(
    table,
    Array.from({ length: 1_200 }, (_, n) => ({ ...keys.owner(`tn_${n}`), partnerId: 'pt_1' })),
  );
  const course: (string | number)[] = [];
  const watched = intercepted(table, async (command) => {
    if (command instanceof ScanCommand) course.push('read');
    return table.db.send(command);
  });
  const progress: number[][] = [];
  const target = {
    sleepMs: async (ms: number) => void course.push(`wait ${ms}`),
    watch: {
      announce: () => undefined,
      onProgress: (done: number, total: number) => void progress.push([done, total]),
      isStopped: () => false,
    },
  };
  for await (const page of scanPages(target, watched, { total: 1_000 })) course.push(page.length);
  expect(course).toEqual(['read', 500, 'wait 250', 'read', 500, 'wait 250', 'read', 200, 'wait 250']);
  expect(progress).toEqual([
    [500, 1_000],
    [1_000, 1_000],
    [1_200, 1_200],
  ]);
});

it.each([
  keys.line('tn_1'),
  keys.externalId('pt_1', 'shop of 3 words'),
  keys.call('tn_1', 1, 'c#1'),
  keys.idempotency('pt_1', 'key with spaces'),
  keys.number('+15551234567'),
])('the text of a key is read as the same key: $PK $SK', (key) => {
  expect(parseKey(keyText(key))).toEqual(key);
});
