import { expect, it } from '@jest/globals';
import { costOfHostileDeliveries } from '../../../support/receivers/hostile-receivers.ts';

const LIMIT_MS = 150;

it('1,000 deliveries to hostile receivers use less than 50 MiB of memory', async () => {
  const { before, after, longestMs, openSockets, outcomes } = await costOfHostileDeliveries(1_000, LIMIT_MS);
  expect(after.rssMb - before.rssMb).toBeLessThan(50);
  expect(after.heapMb - before.heapMb).toBeLessThan(10);
  // A timer may fire late on a busy machine. A delivery would exceed this bound if the sender also waited for a
  // second limit, such as the default of 10 s.
  expect(longestMs).toBeLessThan(LIMIT_MS + 9_000);
  expect(openSockets).toEqual([]);
  expect(Object.keys(outcomes).sort()).toEqual([
    'invalid response',
    'reset',
    'status 200',
    'status 302',
    'timeout',
    'tls',
  ]);
});
