import { expect, it } from '@jest/globals';
import { intakeWaitSeconds } from '../../../../shared/domain/calls/intake-retries.ts';

it('after repeated faults, the intake waits 1, 2, 4, 8 and then 15 minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 387, 1_000].map((received) => intakeWaitSeconds(received, 60_000));
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900, 900]);
});
