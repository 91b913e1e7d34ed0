import { expect, it } from '@jest/globals';
import type { Send } from '../../../../tooling/acceptance/api.ts';
import { runChecks } from '../../../../tooling/acceptance/check.ts';
import { DOMAIN_CHECK, type DomainAsks, WAF_CHECK } from '../../../../tooling/acceptance/checks/edge-checks.ts';
import { neutralSettings } from '../../../lib/neutral-settings.ts';
import { EVERY_SETTING } from '../../../lib/variations.ts';

const ExecuteApiUrl = 'https://abc.execute-api.eu-west-1.amazonaws.com/prod';
const { domain } = EVERY_SETTING;

async function rowOf(status: number, given: Partial<DomainAsks['stage']> | 'local', outputs = { ExecuteApiUrl }) {
  const asked: string[] = [];
  const fetchStatus = async (url: URL) => {
    asked.push(url.href);
    return status;
  };
  const stage = given === 'local' ? undefined : { settings: neutralSettings('prod'), ...given };
  const on = { target: { outputs, fetchStatus }, stage };
  const [row] = await Array.fromAsync(runChecks([DOMAIN_CHECK], on, { aborted: () => false }));
  return { row, asked };
}

it("the domain check passes if API Gateway's own address returns 403", async () => {
  const { row, asked } = await rowOf(403, { settings: { domain } });
  expect(row).toMatchObject({ status: 'ok', evidence: `${ExecuteApiUrl} returns 403` });
  expect(asked).toEqual([`${ExecuteApiUrl}/v1/whoami`]);
});

it("the domain check fails if a request to API Gateway's own address reaches the authorizer", async () => {
  const { row } = await rowOf(401, { settings: { domain } });
  expect(row).toMatchObject({ status: 'failed', reason: `${ExecuteApiUrl}/v1/whoami returned 401, not 403` });
});

it.each([
  ['the local service', 'local', 'the local service has no domain'],
  ['a stage without a domain', {}, 'the stage has no domain'],
] as const)('the domain check sends no request on %s', async (_, given, reason) => {
  const { row, asked } = await rowOf(403, given);
  expect(row).toMatchObject({ status: 'skipped', reason });
  expect(asked).toEqual([]);
});

/** Returns the row of a stage whose WAF blocks requests from the given one on. Up to ten requests follow the limit. */
async function wafRow(firstBlocked: number, requestsPerAddress = 200) {
  let sent = 0;
  const send: Send = async (method, path) => {
    sent += 1;
    const isBlocked = sent >= firstBlocked;
    const body = { error: isBlocked ? 'Too many requests. Please try again later.' : 'Forbidden' };
    return { request: `${method} ${path}`, status: isBlocked ? 429 : 403, headers: { 'retry-after': '300' }, body };
  };
  const until = async <Found>(ask: () => Promise<Found | undefined>) => {
    for (let asked = 0; asked < 10; asked += 1) {
      const found = await ask();
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const world = { stage: { settings: { shield: { requestsPerAddress } } }, send, until };
  const [row] = await Array.fromAsync(runChecks([WAF_CHECK], world, { aborted: () => false }));
  return row;
}

it.each([1, 150, 205])('the WAF check passes if request %i is the first that WAF blocks', async (first) => {
  expect(await wafRow(first)).toMatchObject({ status: 'ok', evidence: `request ${first}: Retry-After 300` });
});

it('the WAF check fails if WAF blocks none of ten requests over the limit', async () => {
  expect(await wafRow(211)).toMatchObject({ status: 'failed', reason: 'none of 210 requests was blocked' });
});

it('the WAF check is skipped if the limit is over 200 requests', async () => {
  expect(await wafRow(1, 10_000)).toMatchObject({ status: 'skipped' });
});
