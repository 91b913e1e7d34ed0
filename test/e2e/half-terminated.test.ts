import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../shared/store/table/keys.ts';
import { runOperatorHere } from '../support/service/operator.ts';
import { stored } from '../support/service/stored.ts';
import { type Line, newPartner, type PartnerWorld, running } from '../support/service/world.ts';

/** The view of a partner when the first step of termination is done and the second never ran. */
describe('a terminated line whose release is unfinished', () => {
  let partner: PartnerWorld;
  let line: Line;
  beforeEach(async () => {
    partner = await newPartner();
    line = await partner.createLine({ agent: { persona: 'You are kind.' } });
    await stored().halfTerminate(partner.partnerId, line);
  });
  const at = (path = '') => `/v1/tenants/${line.tenantId}${path}`;

  it('is not in the list of lines, and every GET of it returns 403', async () => {
    const { tenants } = (await partner.call('GET', '/v1/tenants')).json<{ tenants: Line[] }>();
    expect(tenants).toEqual([]);
    for (const path of ['', '/agent', '/calls']) expect((await partner.call('GET', at(path))).status).toBe(403);
  });

  it('leaves no gap in a page of the list', async () => {
    const others = [await partner.createLine(), await partner.createLine()];
    const { tenants, nextCursor } = (await partner.call('GET', '/v1/tenants?limit=2')).json<{
      tenants: Line[];
      nextCursor: null;
    }>();
    expect(tenants.map(({ tenantId }) => tenantId).sort()).toEqual(others.map(({ tenantId }) => tenantId).sort());
    expect(nextCursor).toBeNull();
  });

  it('rejects new settings with 409 [code TENANT_TERMINATED] [state line terminated rejects settings] [PUT /v1/tenants/{customerId}/agent 409]', async () => {
    const response = await partner.call('PUT', at('/agent'), { body: { greeting: 'Hi' } });
    expect([response.status, response.json()['code']]).toEqual([409, 'TENANT_TERMINATED']);
  });

  it('is released by the next DELETE, which returns 409, and every later DELETE returns 403 [code ALREADY_TERMINATED] [DELETE /v1/tenants/{customerId} 409] [state line terminated, release unfinished → terminated]', async () => {
    const retry = await partner.call('DELETE', at());
    expect([retry.status, retry.json()['code']]).toEqual([409, 'ALREADY_TERMINATED']);
    expect((await partner.call('DELETE', at())).status).toBe(403);
    const again = await partner.call('POST', '/v1/tenants', {
      body: { name: 'x', region: 'kr', externalId: line.externalId },
    });
    expect(again.status).toBe(201);
  });

  it('can be released by an operator', async () => {
    expect((await runOperatorHere(running().dataDir, ['line', 'release', '--tenant', line.tenantId])).code).toBe(0);
    expect((await partner.call('DELETE', at())).status).toBe(403);
  });

  it('can still be purged by the retried DELETE', async () => {
    await partner.call('DELETE', at(), { body: { purge: true } });
    expect(await stored().find(keys.agent(line.tenantId))).toBeUndefined();
  });
});

describe('terminating a line with a purge', () => {
  it('deletes the agent settings of the line, which a termination without a purge keeps [state line purged]', async () => {
    const partner = await newPartner();
    const agent = { persona: 'You are kind.', summaryRecipients: [{ email: 'a@b.co' }] };
    const [kept, purged] = [await partner.createLine({ agent }), await partner.createLine({ agent })];
    await partner.call('DELETE', `/v1/tenants/${kept.tenantId}`);
    await partner.call('DELETE', `/v1/tenants/${purged.tenantId}`, { body: { purge: true } });
    expect(await stored().find(keys.agent(kept.tenantId))).toMatchObject({ persona: 'You are kind.' });
    expect(await stored().find(keys.agent(purged.tenantId))).toBeUndefined();
  });
});
