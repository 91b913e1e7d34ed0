import { expect, it } from '@jest/globals';
import { stageSettings } from '../../../../lib/stages.ts';
import { runChecks } from '../../../../tooling/acceptance/check.ts';
import { TERMINATION_CHECKS } from '../../../../tooling/acceptance/checks/contract-checks.ts';

it('the check of a line with a number is skipped on a stage with on-call', async () => {
  const unused = () => Promise.reject(new Error('unexpected request'));
  const world = {
    stage: { settings: stageSettings('prod') },
    send: unused,
    run: unused,
    line: unused,
    number: '+9991',
  };
  const [row] = await Array.fromAsync(runChecks(TERMINATION_CHECKS, world, { aborted: () => false }));
  expect(row).toEqual({
    name: 'a line with a number cannot be terminated',
    status: 'skipped',
    reason: 'the 502 would raise the alarm carrier-release-failed for a day',
  });
});
