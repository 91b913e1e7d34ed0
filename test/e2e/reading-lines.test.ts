import { describe, expect, it } from '@jest/globals';
import { type Line, newPartner } from '../support/service/world.ts';

const NOT_OURS = 'tn_00000000000000000000000001';

const partner = await newPartner();
const lines = await Promise.all(Array.from({ length: 5 }, () => partner.createLine()));

describe('the details and the list of lines', () => {
  const list = (query = '') => partner.call('GET', `/v1/tenants${query}`);
  const page = async (query: string) => (await list(query)).json<{ tenants: Line[]; nextCursor: string | null }>();

  it('the list of lines has each line once in pages of two [GET /v1/tenants 200]', async () => {
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

  it.each(['0', '201', '%EF%BC%95'])(
    'the list of lines rejects a limit of "%s" [limit page size] [GET /v1/tenants 400]',
    async (limit) => {
      expect((await list(`?limit=${limit}`)).status).toBe(400);
    },
  );

  it('the list of lines rejects an empty cursor [code INVALID_CURSOR]', async () => {
    const response = await list('?cursor=');
    expect([response.status, response.json()['code']]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('a partner can read the details of its own line [GET /v1/tenants/{customerId} 200]', async () => {
    const { tenantId } = lines[0] as Line;
    const response = await partner.call('GET', `/v1/tenants/${tenantId}`);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ ...lines[0], number: null, integrations: {}, plan: null });
  });

  it("another partner's line and an unknown line get the same response [GET /v1/tenants/{customerId} 403]", async () => {
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
