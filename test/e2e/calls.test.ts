import { beforeAll, describe, expect, it } from '@jest/globals';
import { operator, runOperator } from '../support/service/operator.ts';
import { newPartner, type PartnerWorld, running } from '../support/service/world.ts';

const { dataDir } = running();

interface Page {
  readonly calls: Record<string, unknown>[];
  readonly nextCursor: string | null;
}

describe('call summaries', () => {
  let partner: PartnerWorld;
  let tenantId: string;
  let recorded: { callId: string; startedAt: string }[];
  beforeAll(async () => {
    partner = await newPartner();
    ({ tenantId } = await partner.createLine());
    recorded = [];
    for (let n = 0; n < 5; n += 1) {
      recorded.push(
        ...(await partner.recordCalls(tenantId, [{ callId: `call-${tenantId}-${n}`, summary: `Summary ${n}` }])),
      );
    }
  });
  const list = (query = '') => partner.call('GET', `/v1/tenants/${tenantId}/calls${query}`);
  const page = async (query = '') => (await list(query)).json<Page>();
  const ids = (calls: Page['calls']) => calls.map(({ callId }) => callId);

  it('are listed newest first [GET /v1/tenants/{customerId}/calls 200]', async () => {
    const response = await list();
    expect(response.status).toBe(200);
    const { calls, nextCursor } = response.json<Page>();
    expect(ids(calls)).toEqual(recorded.map(({ callId }) => callId).reverse());
    expect(calls.map(({ startedAt }) => startedAt)).toEqual(recorded.map(({ startedAt }) => startedAt).reverse());
    expect(nextCursor).toBeNull();
  });

  it('come in pages without duplicates or gaps', async () => {
    const first = await page('?limit=2');
    const second = await page(`?limit=2&cursor=${first.nextCursor}`);
    const third = await page(`?limit=2&cursor=${second.nextCursor}`);
    expect([...ids(first.calls), ...ids(second.calls), ...ids(third.calls)]).toEqual(
      recorded.map(({ callId }) => callId).reverse(),
    );
    expect(third.nextCursor).toBeNull();
  });

  it('can be listed from a given time on, including that time [limit since]', async () => {
    const since = Date.parse(recorded[2]?.startedAt ?? '');
    expect(ids((await page(`?since=${since}`)).calls)).toEqual([4, 3, 2].map((n) => recorded[n]?.callId));
    expect((await page('?since=0')).calls).toHaveLength(5);
    expect((await page('?since=99999999999999999999')).calls).toEqual([]);
  });

  it.each(['-1', '1.5', '1e3', '', 'abc', '1&since=2'])(
    'cannot be listed when `since` is "%s" [GET /v1/tenants/{customerId}/calls 400]',
    async (since) => {
      expect((await list(`?since=${since}`)).status).toBe(400);
    },
  );

  it('cannot be listed with the cursor of another line, or of a list with another `since`', async () => {
    const other = await partner.createLine();
    const { nextCursor } = await page('?limit=2');
    const moved = await partner.call('GET', `/v1/tenants/${other.tenantId}/calls?cursor=${nextCursor}`);
    expect([moved.status, moved.json()['code']]).toEqual([400, 'INVALID_CURSOR']);
    const since = await list(`?limit=2&since=0&cursor=${nextCursor}`);
    expect([since.status, since.json()['code']]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('cannot be listed with a cursor in which one character was changed', async () => {
    const cursor = (await page('?limit=2')).nextCursor ?? '';
    const positions = [0, 5, Math.floor(cursor.length / 2), cursor.length - 2];
    for (const at of positions) {
      const damaged = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect((await list(`?limit=2&cursor=${damaged}`)).json()['code']).toBe('INVALID_CURSOR');
    }
  });

  it('have every recorded field, but only the last four digits of the caller number', async () => {
    const line = await partner.createLine();
    const call = {
      callId: `full-${line.tenantId}`,
      title: 'Booking',
      summary: 'Wants a table for two.',
      durationSecs: 61,
      callType: 'phone',
      callerNumber: '+82 10-1234-5678',
      transferred: true,
      transferTo: 'front desk',
      resolution: 'Booked',
      sentiment: 'positive',
      topics: ['booking'],
    };
    await partner.recordCalls(line.tenantId, [call]);
    const { calls } = (await partner.call('GET', `/v1/tenants/${line.tenantId}/calls`)).json<Page>();
    const { callerNumber, startedAt, ...rest } = calls[0] ?? {};
    const { callerNumber: _hidden, ...expected } = call;
    expect(rest).toEqual(expected);
    expect(startedAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
    expect(String(callerNumber).replaceAll(/\D/g, '')).toBe('5678');
  });

  it('are stored only once when the same call is recorded twice, and the call cannot be recorded under another line', async () => {
    const line = await partner.createLine();
    const call = { callId: `twice-${line.tenantId}`, summary: 'Once.' };
    const [first] = await partner.recordCalls(line.tenantId, [call]);
    const [again] = await partner.recordCalls(line.tenantId, [call]);
    expect(again).toMatchObject({ callId: call.callId, startedAt: first?.startedAt });
    const args = ['call', 'record', '--tenant', tenantId, '--file', '-'];
    expect((await runOperator(dataDir, args, JSON.stringify(call))).code).toBe(1);
    const { calls } = (await partner.call('GET', `/v1/tenants/${line.tenantId}/calls`)).json<Page>();
    expect(calls).toHaveLength(1);
  });

  it('disappear when the operator deletes them', async () => {
    const line = await partner.createLine();
    const [call] = await partner.recordCalls(line.tenantId, [{ summary: 'Delete me.' }]);
    await operator(dataDir, ['call', 'delete', '--tenant', line.tenantId, '--call', call?.callId ?? '']);
    expect((await partner.call('GET', `/v1/tenants/${line.tenantId}/calls`)).json<Page>().calls).toEqual([]);
  });

  it('are hidden from other partners, even if the request is malformed [GET /v1/tenants/{customerId}/calls 403]', async () => {
    const stranger = await newPartner();
    const responses = await Promise.all(
      ['', '?limit=0', '?cursor=x'].map((query) => stranger.call('GET', `/v1/tenants/${tenantId}/calls${query}`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});
