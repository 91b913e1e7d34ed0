import { describe, expect, it } from '@jest/globals';
import { createHandler, type Invoked } from '../../../functions/check-version/handler.ts';
import { TRIALS } from '../../../functions/check-version/trials.ts';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { silent } from '../../support/functions/telemetry.ts';

const HOOK = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };
const VERSIONS = { whoami: 'api-whoami:42', 'list-calls': 'api-list-calls:7' };
const GOOD: Readonly<Record<string, Invoked>> = {
  'api-whoami': { response: { statusCode: 200 } },
  'api-list-calls': { response: { statusCode: 403 } },
};
const CRASHED: Invoked = { failure: 'the invocation failed (Unhandled)' };

/** Returns what CodeDeploy is told, and which versions were invoked, when these versions do not respond as they should. */
async function told(bad: Readonly<Record<string, Invoked | Error>>) {
  const reports: unknown[] = [];
  const invoked: string[] = [];
  const check = createHandler({
    ...silent,
    versions: VERSIONS,
    invoke: async (version) => {
      invoked.push(version);
      const response = bad[version] ?? GOOD[version.split(':')[0] ?? ''] ?? CRASHED;
      if (response instanceof Error) throw response;
      return response;
    },
    report: async (hook, status) => void reports.push([hook, status]),
  });
  await check(HOOK);
  return { reports, invoked };
}

describe('the check of new function versions in a deployment', () => {
  it('a deployment continues if all new versions respond as expected', async () => {
    expect(await told({})).toEqual({ reports: [[HOOK, 'Succeeded']], invoked: ['api-whoami:42', 'api-list-calls:7'] });
  });

  it.each<[string, Invoked]>([
    ['crashes', CRASHED],
    ['returns 500', { response: { statusCode: 500 } }],
    ['returns no response of an endpoint', { response: null }],
  ])('a deployment stops if a new version %s while the live version works', async (_, response) => {
    expect((await told({ 'api-list-calls:7': response })).reports).toEqual([[HOOK, 'Failed']]);
  });

  it('a deployment continues if a new version fails and the live version fails as well', async () => {
    const { reports, invoked } = await told({ 'api-whoami:42': CRASHED, 'api-whoami:live': CRASHED });
    expect(reports).toEqual([[HOOK, 'Succeeded']]);
    expect(invoked).toEqual(['api-whoami:42', 'api-whoami:live', 'api-list-calls:7']);
  });

  it('a deployment continues if Lambda does not invoke a new version', async () => {
    expect((await told({ 'api-whoami:42': new Error('Rate exceeded') })).reports).toEqual([[HOOK, 'Succeeded']]);
  });

  it('the function `check-version` rejects an event without the DeploymentId of CodeDeploy', async () => {
    const check = createHandler({
      ...silent,
      versions: VERSIONS,
      invoke: () => Promise.reject(new Error('invoked')),
      report: () => Promise.reject(new Error('reported')),
    });
    await expect(check({})).rejects.toThrow('DeploymentId');
  });

  it('a deployment checks all functions except `check-version`, `sweep` and `probe`', () => {
    const tried = FUNCTION_NAMES.filter((name) => name !== 'sweep' && name !== 'probe');
    expect([...TRIALS.keys()].sort()).toEqual(tried.sort());
  });
});
