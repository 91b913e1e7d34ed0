import { beforeAll, describe, expect, it } from '@jest/globals';
import { operator } from '../support/service/operator.ts';
import { type Line, newPartner, type PartnerWorld, running } from '../support/service/world.ts';

const { dataDir } = running();
const NOT_OURS = 'tn_00000000000000000000000001';

describe('reading lines', () => {
  let partner: PartnerWorld;
  let lines: Line[];
  beforeAll(async () => {
    partner = await newPartner();
    lines = await Promise.all(Array.from({ length: 5 }, () => partner.createLine()));
  });
  const list = (query = '') => partner.call('GET', `/v1/tenants${query}`);
  const page = async (query: string) => (await list(query)).json<{ tenants: Line[]; nextCursor: string | null }>();

  it('lists every line once in pages of two [GET /v1/tenants 200]', async () => {
    const seen: Line[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const { tenants, nextCursor }: { tenants: Line[]; nextCursor: string | null } = await page(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...tenants);
      cursor = nextCursor;
    }
    expect(cursor).toBeNull();
    expect(seen.map(({ tenantId }) => tenantId).sort()).toEqual(lines.map(({ tenantId }) => tenantId).sort());
    expect(seen.find(({ tenantId }) => tenantId === lines[0]?.tenantId)).toEqual(lines[0]);
  });

  it('returns no cursor when the last page is exactly full', async () => {
    expect((await page('?limit=5')).nextCursor).toBeNull();
  });

  it.each(['0', '201', '-1', '1e2', '0x10', '05', '5.0', '%2B5', '+5', '', 'abc', '%EF%BC%95'])(
    'rejects a limit of "%s" [limit page size] [GET /v1/tenants 400]',
    async (limit) => {
      expect((await list(`?limit=${limit}`)).status).toBe(400);
    },
  );

  it.each(['1', '200'])('accepts a limit of %s', async (limit) => {
    expect((await list(`?limit=${limit}`)).status).toBe(200);
  });

  it('rejects a duplicate query parameter', async () => {
    expect((await list('?limit=5&limit=6')).status).toBe(400);
  });

  it.each([
    ['is empty', ''],
    ['has one character', 'x'],
    ['has four characters', 'AAAA'],
    ['has 5,000 characters', 'x'.repeat(5_000)],
  ])('rejects a cursor that %s [code INVALID_CURSOR]', async (_what, cursor) => {
    const response = await list(`?cursor=${cursor}`);
    expect([response.status, response.json()['code']]).toEqual([400, 'INVALID_CURSOR']);
  });

  it("rejects another partner's cursor", async () => {
    const { nextCursor } = await page('?limit=2');
    const other = await newPartner();
    const response = await other.call('GET', `/v1/tenants?cursor=${nextCursor}`);
    expect([response.status, response.json()['code']]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('returns the details of a line [GET /v1/tenants/{customerId} 200]', async () => {
    const { tenantId } = lines[0] as Line;
    const response = await partner.call('GET', `/v1/tenants/${tenantId}`);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ ...lines[0], number: null, integrations: {}, plan: null });
  });

  it('returns the phone number, integrations and plan that the operator set', async () => {
    const { tenantId } = await partner.createLine();
    const set = (what: string, ...to: string[]) => operator(dataDir, ['line', what, '--tenant', tenantId, ...to]);
    const number = `+8210${String(Date.now()).slice(-8)}`;
    await set('attach-number', '--number', number);
    await set('set-plan', '--tier', 'pro', '--status', 'active');
    await set('set-integration', '--provider', 'a', '--connected', 'true');
    const detail = (await partner.call('GET', `/v1/tenants/${tenantId}`)).json();
    expect(detail).toMatchObject({ number, plan: { tier: 'pro', status: 'active' } });
    expect(Object.values(detail['integrations'] as object)).toEqual([{ connected: true }]);
  });

  it("returns the same response for another partner's line as for an unknown line [GET /v1/tenants/{customerId} 403]", async () => {
    const other = await (await newPartner()).createLine();
    const ids = [
      other.tenantId,
      NOT_OURS,
      'nonsense',
      '%2e%2e%2f',
      'a%2Fb',
      '%EA%B9%80',
      'PARTNER%23x',
      'x'.repeat(5_000),
    ];
    const responses = await Promise.all(ids.map((id) => partner.call('GET', `/v1/tenants/${id}`)));
    for (const response of responses) {
      expect([response.status, response.text]).toEqual([403, responses[0]?.text]);
    }
  });
});
