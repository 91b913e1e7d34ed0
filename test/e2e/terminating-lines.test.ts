import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { operator } from '../support/service/operator.ts';
import { stored } from '../support/service/stored.ts';
import { aLine, type Line, newPartner, running } from '../support/service/world.ts';

const { dataDir } = running();
const NOT_OURS = 'tn_00000000000000000000000001';

const partner = await newPartner();

describe('the termination of a line', () => {
  const terminate = (tenantId: string, body?: unknown) => partner.call('DELETE', `/v1/tenants/${tenantId}`, { body });

  it('a DELETE releases the line and its external id [DELETE /v1/tenants/{customerId} 200] [state line active → terminated] [state line terminated and released → 403]', async () => {
    const { tenantId, externalId } = await partner.createLine();
    const response = await terminate(tenantId);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      status: 'terminated',
      numberReclaimed: false,
      terminatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect((await partner.call('GET', `/v1/tenants/${tenantId}`)).status).toBe(403);
    expect((await terminate(tenantId)).status).toBe(403);
    const { tenants } = (await partner.call('GET', '/v1/tenants?limit=200')).json<{ tenants: Line[] }>();
    expect(tenants.some((line) => line.tenantId === tenantId)).toBe(false);
    expect((await partner.call('POST', '/v1/tenants', { body: aLine({ externalId }) })).status).toBe(201);
  });

  it('a line with an attached number cannot be terminated [code CARRIER_RELEASE_FAILED] [DELETE /v1/tenants/{customerId} 502] [status 502] [state line active with number → active]', async () => {
    const { tenantId } = await partner.createLine();
    const number = `+8270${String(Date.now()).slice(-8)}`;
    await operator(dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', number]);
    const held = await terminate(tenantId);
    expect([held.status, held.json()['code']]).toEqual([502, 'CARRIER_RELEASE_FAILED']);
    expect((await partner.call('GET', `/v1/tenants/${tenantId}`)).json()['status']).toBe('active');
    await operator(dataDir, ['line', 'release-number', '--tenant', tenantId]);
    expect((await terminate(tenantId)).json()).toMatchObject({ status: 'terminated', numberReclaimed: true });
  });

  it('a DELETE rejects a reason of 501 characters [limit termination reason]', async () => {
    const { tenantId } = await partner.createLine();
    expect((await terminate(tenantId, { reason: 'r'.repeat(501) })).status).toBe(400);
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(400);
    expect((await terminate(tenantId, [])).status).toBe(400);
    expect((await terminate(tenantId, { reason: 'r'.repeat(500), purge: true })).status).toBe(200);
  });

  it("a DELETE returns 403 for another partner's line or an unknown line, even if the body is malformed [DELETE /v1/tenants/{customerId} 403]", async () => {
    const { tenantId } = await (await newPartner()).createLine();
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(403);
    expect((await terminate(NOT_OURS, '{')).status).toBe(403);
  });
});

/** The view of a partner when the first step of termination is done and the second never ran. */
describe('a terminated line whose release is unfinished', () => {
  let line: Line;
  beforeEach(async () => {
    line = await partner.createLine({ agent: { persona: 'You are kind.' } });
    await stored().halfTerminate(partner.partnerId, line);
  });
  const at = (path = '') => `/v1/tenants/${line.tenantId}${path}`;

  it('a terminated line rejects new settings with 409 before its release [code TENANT_TERMINATED] [state line terminated rejects settings] [PUT /v1/tenants/{customerId}/agent 409]', async () => {
    const response = await partner.call('PUT', at('/agent'), { body: { greeting: 'Hi' } });
    expect([response.status, response.json()['code']]).toEqual([409, 'TENANT_TERMINATED']);
  });

  it('the next DELETE completes an unfinished release and returns 409 [code ALREADY_TERMINATED] [DELETE /v1/tenants/{customerId} 409] [state line terminated, release unfinished → terminated]', async () => {
    const retry = await partner.call('DELETE', at());
    expect([retry.status, retry.json()['code']]).toEqual([409, 'ALREADY_TERMINATED']);
    expect((await partner.call('DELETE', at())).status).toBe(403);
    const again = await partner.call('POST', '/v1/tenants', {
      body: { name: 'x', region: 'kr', externalId: line.externalId },
    });
    expect(again.status).toBe(201);
  });
});

it('a purge deletes the agent settings of a line [state line purged]', async () => {
  const agent = { persona: 'You are kind.', summaryRecipients: [{ email: 'a@b.co' }] };
  const [kept, purged] = [await partner.createLine({ agent }), await partner.createLine({ agent })];
  await partner.call('DELETE', `/v1/tenants/${kept.tenantId}`);
  await partner.call('DELETE', `/v1/tenants/${purged.tenantId}`, { body: { purge: true } });
  expect(await stored().find(keys.agent(kept.tenantId))).toMatchObject({ persona: 'You are kind.' });
  expect(await stored().find(keys.agent(purged.tenantId))).toBeUndefined();
});
