import { describe, expect, it } from '@jest/globals';
import { newPartner } from '../support/service/world.ts';

interface Page {
  readonly calls: Record<string, unknown>[];
  readonly nextCursor: string | null;
}

const partner = await newPartner();
const { tenantId } = await partner.createLine();
const recorded: { callId: string; startedAt: string }[] = [];
for (let n = 0; n < 5; n += 1) {
  recorded.push(await partner.recordCall(tenantId, { callId: `call-${tenantId}-${n}`, summary: `Summary ${n}` }));
}

describe('the list of calls with their summaries', () => {
  const list = (query = '') => partner.call('GET', `/v1/tenants/${tenantId}/calls${query}`);
  const page = async (query = '') => (await list(query)).json<Page>();
  const ids = (calls: Page['calls']) => calls.map(({ callId }) => callId);

  it('calls are listed newest first [GET /v1/tenants/{customerId}/calls 200]', async () => {
    const response = await list();
    expect(response.status).toBe(200);
    const { calls, nextCursor } = response.json<Page>();
    expect(ids(calls)).toEqual(recorded.map(({ callId }) => callId).reverse());
    expect(calls.map(({ startedAt }) => startedAt)).toEqual(recorded.map(({ startedAt }) => startedAt).reverse());
    expect(nextCursor).toBeNull();
  });

  it('the list of calls with `since` has only the calls that were stored at the given time or later [limit since]', async () => {
    const since = Date.parse(recorded[2]?.startedAt ?? '');
    expect(ids((await page(`?since=${since}`)).calls)).toEqual([4, 3, 2].map((n) => recorded[n]?.callId));
    expect((await page('?since=0')).calls).toHaveLength(5);
    expect((await page('?since=99999999999999999999')).calls).toEqual([]);
  });

  it.each(['-1', '1&since=2'])(
    'the list of calls rejects "%s" as `since` [GET /v1/tenants/{customerId}/calls 400]',
    async (since) => {
      expect((await list(`?since=${since}`)).status).toBe(400);
    },
  );

  it('calls are hidden from other partners, even if the request is malformed [GET /v1/tenants/{customerId}/calls 403]', async () => {
    const stranger = await newPartner();
    const responses = await Promise.all(
      ['', '?limit=0', '?cursor=x'].map((query) => stranger.call('GET', `/v1/tenants/${tenantId}/calls${query}`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});
