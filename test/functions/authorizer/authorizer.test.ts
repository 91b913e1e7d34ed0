import { describe, expect, it } from '@jest/globals';
import { type AuthorizerEvent, createHandler } from '../../../functions/authorizer/handler.ts';
import { revokeKey, setPartnerState } from '../../../operator/records/partner-changes.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const NOW_MS = 1_800_000_000_000;
const HEADER_TEXT = 'Missing or invalid Authorization header';
const KEY_TEXT = 'Invalid API key';
const UNKNOWN_KEY = `svc_partner_${'0'.repeat(64)}`;

const table = await testTable();
let addresses = 0;

/**
 * Returns a request from a new address, so that no rate limit applies. Tests of the rate limit pass the address in
 * `from`.
 */
function request(
  authorization: string[] | undefined,
  from?: string,
  more: Partial<AuthorizerEvent> & Record<string, unknown> = {},
) {
  addresses += 1;
  return {
    resource: '/v1/tenants/{customerId}',
    path: '/v1/tenants/tn_1',
    httpMethod: 'GET',
    multiValueHeaders: { 'X-Forwarded-For': [String(addresses)], ...(authorization && { authorization }) },
    pathParameters: { customerId: 'tn_1' },
    requestContext: { requestId: 'request-1', identity: { sourceIp: from ?? `10.0.0.${addresses}` } },
    ...more,
  } satisfies AuthorizerEvent & Record<string, unknown>;
}

describe('the API key check and the rate limit of the authorizer', () => {
  const authorize = createHandler({ ...silent, table, nowMs: () => NOW_MS });
  const partner = () =>
    createPartner(
      { table, issueSecret: async () => ({ ciphertext: 'c2VhbGVk', hint: '00ff' }), nowMs: () => NOW_MS },
      { name: 'Acme', scopes: ['tenants', 'calls'] },
    );
  const effect = (result: Awaited<ReturnType<typeof authorize>>) => result.policyDocument.Statement[0]?.Effect;
  const denied = async (authorization: string[] | undefined) => {
    const result = await authorize(request(authorization));
    expect(effect(result)).toBe('Deny');
    expect(result.principalId).toBe('anonymous');
    return result.context;
  };

  it("the authorizer passes the partner's data to the endpoint as strings if the API key is valid", async () => {
    const { apiKey, partner: made } = await partner();
    const result = await authorize(request([`Bearer ${apiKey}`]));
    expect(effect(result)).toBe('Allow');
    expect(result.principalId).toBe(made.partnerId);
    expect(result.context).toEqual({
      partnerId: made.partnerId,
      partnerName: 'Acme',
      partnerState: 'active',
      scopes: 'tenants,calls',
      keyPrefix: made.keyPrefix,
      limited: 'false',
      remaining: '29',
      resetSeconds: '300',
    });
    expect(JSON.stringify(result)).not.toContain(apiKey);
  });

  it('the authorizer accepts the scheme `bearer` in lower case', async () => {
    const { apiKey } = await partner();
    expect(effect(await authorize(request([`bearer ${apiKey}`])))).toBe('Allow');
  });

  it.each([
    ['no Authorization header', undefined],
    ['an empty Authorization header', ['']],
    ['the scheme Basic', ['Basic abc']],
    ['a scheme without a key', ['Bearer']],
    ['a scheme and a space but no key', ['Bearer ']],
    ['a tab before the key', [`Bearer\t${UNKNOWN_KEY}`]],
    ['two keys', [`Bearer ${UNKNOWN_KEY} ${UNKNOWN_KEY}`]],
    ['two Authorization headers', [`Bearer ${UNKNOWN_KEY}`, `Bearer ${UNKNOWN_KEY}`]],
  ])(
    'a request with %s is denied with the error "Missing or invalid Authorization header"',
    async (_what, authorization) => {
      expect(await denied(authorization)).toEqual({ message: HEADER_TEXT });
    },
  );

  it.each([
    ['an unknown key', UNKNOWN_KEY],
    ['a key with another prefix', `svc_user_${'0'.repeat(64)}`],
    ['a key of 63 digits', UNKNOWN_KEY.slice(0, -1)],
    ['a key of 65 digits', `${UNKNOWN_KEY}0`],
    ['a key with a letter that is not a hex digit', UNKNOWN_KEY.replace('0', 'g')],
    ['a key with digits in upper case', `svc_partner_${'F'.repeat(64)}`],
    ['a key of 8 KB', 'x'.repeat(8_192)],
  ])('the authorizer denies %s after one round trip to the table', async (_what, key) => {
    const counted = await roundTrips(table).of(async () => {
      expect(await denied([`Bearer ${key}`])).toEqual({ message: KEY_TEXT });
    });
    expect(counted).toEqual({ trips: 1, commands: ['GetItemCommand', 'UpdateItemCommand'] });
  });

  it('the authorizer denies a revoked key with the error text for an unknown key', async () => {
    const { apiKey, partner: made } = await partner();
    await revokeKey(asOperator(table), made.partnerId);
    expect(await denied([`Bearer ${apiKey}`])).toEqual({ message: KEY_TEXT });
  });

  it('the authorizer tells the endpoint if the partner is suspended', async () => {
    const { apiKey, partner: made } = await partner();
    await setPartnerState(asOperator(table), made.partnerId, 'suspended');
    expect((await authorize(request([`Bearer ${apiKey}`]))).context).toMatchObject({ partnerState: 'suspended' });
  });

  it('of 31 parallel requests from one address, exactly one exceeds the rate limit', async () => {
    const { apiKey } = await partner();
    const results = await Promise.all(
      Array.from({ length: 31 }, () => authorize(request([`Bearer ${apiKey}`], '10.1.0.1'))),
    );
    expect(results.map(({ context }) => context?.['limited']).sort()).toEqual([...Array(30).fill('false'), 'true']);
  });

  it('the authorizer passes on the 31st request without a key and marks it as rate-limited', async () => {
    const call = () => authorize(request(undefined, '10.1.0.2'));
    const first = await Promise.all(Array.from({ length: 30 }, call));
    expect(first.map(effect)).toEqual(Array(30).fill('Deny'));
    const limited = await call();
    expect(effect(limited)).toBe('Allow');
    expect(limited.context).toEqual({ limited: 'true', remaining: '0', resetSeconds: '300' });
  });

  it('the rate limit counts all methods and spellings of a path together', async () => {
    const remaining = async (more: Partial<AuthorizerEvent> & Record<string, unknown>) => {
      const { apiKey } = await partner();
      return (await authorize(request([`Bearer ${apiKey}`], '10.1.0.3', more))).context?.['remaining'];
    };
    expect(await remaining({ httpMethod: 'GET' })).toBe('29');
    expect(await remaining({ httpMethod: 'DELETE', path: '/v1/tenants/tn_1/' })).toBe('28');
    expect(await remaining({ pathParameters: { customerId: '%74n_1' } })).toBe('27');
    expect(await remaining({ pathParameters: { customerId: 'tn_2' } })).toBe('29');
    expect(await remaining({ resource: '/v1/tenants/{customerId}/agent' })).toBe('29');
  });

  it('the rate limit counts from zero again in its next window', async () => {
    const { apiKey } = await partner();
    const at = (nowMs: number) =>
      createHandler({ ...silent, table, nowMs: () => nowMs })(request([`Bearer ${apiKey}`], '10.1.0.4'));
    expect((await at(NOW_MS + 299_999)).context).toMatchObject({ remaining: '29', resetSeconds: '1' });
    expect((await at(NOW_MS + 300_000)).context).toMatchObject({ remaining: '29', resetSeconds: '300' });
  });

  it('the authorizer throws if the table does not respond', async () => {
    const broken = intercepted(table, () => Promise.reject(new Error('no response')));
    const { apiKey } = await partner();
    const judge = createHandler({ ...silent, table: broken, nowMs: () => NOW_MS });
    await expect(judge(request([`Bearer ${apiKey}`]))).rejects.toThrow('The caller could not be checked');
  });
});
