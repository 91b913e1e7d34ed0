import { beforeAll, describe, expect, it } from '@jest/globals';
import { operator, runOperatorHere } from '../support/service/operator.ts';
import { aLine, type Line, newPartner, type PartnerWorld, running } from '../support/service/world.ts';

const { dataDir } = running();
const NOT_OURS = 'tn_00000000000000000000000001';

describe('terminating a line', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const terminate = (tenantId: string, body?: unknown) => partner.call('DELETE', `/v1/tenants/${tenantId}`, { body });

  it('returns 200 and releases the line and its external id [DELETE /v1/tenants/{customerId} 200] [state line active → terminated] [state line terminated and released → 403]', async () => {
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

  it('is rejected while a number is attached [code CARRIER_RELEASE_FAILED] [DELETE /v1/tenants/{customerId} 502] [status 502] [state line active with number → active]', async () => {
    const { tenantId } = await partner.createLine();
    const number = `+8270${String(Date.now()).slice(-8)}`;
    await operator(dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', number]);
    const held = await terminate(tenantId);
    expect([held.status, held.json()['code']]).toEqual([502, 'CARRIER_RELEASE_FAILED']);
    expect((await partner.call('GET', `/v1/tenants/${tenantId}`)).json()['status']).toBe('active');
    await operator(dataDir, ['line', 'release-number', '--tenant', tenantId]);
    expect((await terminate(tenantId)).json()).toMatchObject({ status: 'terminated', numberReclaimed: true });
  });

  it('accepts `purge: true` with a reason of 500 characters, but rejects a reason of 501 [limit termination reason]', async () => {
    const { tenantId } = await partner.createLine();
    expect((await terminate(tenantId, { reason: 'r'.repeat(501) })).status).toBe(400);
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(400);
    expect((await terminate(tenantId, [])).status).toBe(400);
    expect((await terminate(tenantId, { reason: 'r'.repeat(500), purge: true })).status).toBe(200);
  });

  it("returns 403 for another partner's line or an unknown line, even if the body is malformed [DELETE /v1/tenants/{customerId} 403]", async () => {
    const { tenantId } = await (await newPartner()).createLine();
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(403);
    expect((await terminate(NOT_OURS, '{')).status).toBe(403);
  });

  it('is final: a number cannot be attached afterwards', async () => {
    const { tenantId } = await partner.createLine();
    await terminate(tenantId);
    const args = ['line', 'attach-number', '--tenant', tenantId, '--number', '+821012345678'];
    expect((await runOperatorHere(dataDir, args)).code).toBe(1);
  });
});
