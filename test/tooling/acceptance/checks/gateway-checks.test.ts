import { describe, expect, it } from '@jest/globals';
import type { ApiResponse, Send } from '../../../../tooling/acceptance/api.ts';
import { type Row, runChecks } from '../../../../tooling/acceptance/check.ts';
import { GATEWAY_CHECKS } from '../../../../tooling/acceptance/checks/gateway-checks.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-request-id': 'request-1',
  'www-authenticate': 'Bearer',
};
const REJECTED = { status: 401, headers: HEADERS, body: { error: 'Missing or invalid Authorization header' } };

async function rowFor(name: string, respond: (sent: number) => Omit<ApiResponse, 'request'>): Promise<Row | undefined> {
  let sent = 0;
  const send: Send = async (method, path) => {
    sent += 1;
    return { request: `${method} ${path}`, ...respond(sent) };
  };
  const world = { send, line: async () => 'tn_1', partner: { partnerId: 'pt_1', name: 'Acme' } };
  const checks = GATEWAY_CHECKS.filter((check) => check.name === name);
  const [row] = await Array.fromAsync(runChecks(checks, world, { aborted: () => false }));
  return row;
}

const withoutKey = (changed: Partial<ApiResponse>) =>
  rowFor('a request without a key gets 401', () => ({ ...REJECTED, ...changed }));

describe('the acceptance check of a response of API Gateway', () => {
  it('the check of an API Gateway response passes if the response matches the contract', async () => {
    expect(await withoutKey({})).toEqual({
      name: 'a request without a key gets 401',
      status: 'ok',
      evidence: 'request request-1',
    });
  });

  it.each<[string, Partial<ApiResponse>, string]>([
    ['the status', { status: 403 }, 'returned 403 {"error":"Missing'],
    ['the sentence', { body: { error: 'Unauthorized' } }, 'returned 401 {"error":"Unauthorized"}'],
    ['the form of the body', { body: { message: 'Unauthorized' } }, 'returned 401, not'],
    ['a header', { headers: { ...HEADERS, 'www-authenticate': undefined } }, 'WWW-Authenticate: undefined'],
    [
      'a header that all responses have',
      { headers: { ...HEADERS, 'cache-control': 'private' } },
      'private, not no-store',
    ],
  ])('the check of an API Gateway response fails if %s is wrong', async (_, changed, sentence) => {
    expect(await withoutKey(changed)).toMatchObject({ status: 'failed', reason: expect.stringContaining(sentence) });
  });

  it('the check of an API Gateway response does not quote a signing secret from the body', async () => {
    const row = await withoutKey({ status: 200, body: { signingSecret: 'whsec_00' } });
    expect(JSON.stringify(row)).not.toContain('whsec_');
  });
});

describe('the acceptance check of the rate limit', () => {
  const limitedAt = (first: number) =>
    rowFor('too many requests to one path get 429', (sent) =>
      sent < first
        ? { status: 403, headers: {}, body: {} }
        : {
            status: 429,
            headers: { 'retry-after': '9' },
            body: { error: 'Too many requests. Please try again later.' },
          },
    );

  it.each([31, 60, 61])(
    'the check of the rate limit passes if request %i is the first that gets 429',
    async (first) => {
      expect(await limitedAt(first)).toMatchObject({ status: 'ok' });
    },
  );

  it.each([30, 62])('the check of the rate limit fails if request %i is the first that gets 429', async (first) => {
    expect(await limitedAt(first)).toMatchObject({ status: 'failed' });
  });
});
