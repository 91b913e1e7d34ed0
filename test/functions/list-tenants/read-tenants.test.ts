import { describe, expect, it } from '@jest/globals';
import { keys } from '../../../shared/store/table/keys.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

describe("the list of a partner's lines", () => {
  type World = Awaited<ReturnType<typeof lineWorld>>;
  const ids = (body: Record<string, unknown>) =>
    (body['tenants'] as { tenantId: string }[]).map((line) => line.tenantId);

  /** Returns all pages of the given size, in order. */
  async function pages(partner: World, limit: number): Promise<string[][]> {
    const seen: string[][] = [];
    let cursor: unknown;
    do {
      const { status, body } = await partner.list({
        limit: String(limit),
        ...(cursor ? { cursor: String(cursor) } : {}),
      });
      expect(status).toBe(200);
      seen.push(ids(body));
      cursor = body['nextCursor'];
    } while (cursor !== null);
    return seen;
  }
  async function lines(partner: World, count: number): Promise<string[]> {
    const made: string[] = [];
    while (made.length < count) made.push(await partner.line());
    return made.sort();
  }

  it('the last page of the list of lines takes one round trip to the table, even if it is full', async () => {
    const partner = await lineWorld(table);
    const made = await lines(partner, 3);
    const counted = await roundTrips(table).of(async () => {
      const { body } = await partner.list({ limit: '3' });
      expect(ids(body)).toEqual(made);
      expect(body['nextCursor']).toBeNull();
    });
    expect(counted).toEqual({ trips: 1, commands: ['QueryCommand'] });
  });

  it('the list of lines contains each line of the partner once, on pages of different sizes', async () => {
    const [partner, other] = [await lineWorld(table), await lineWorld(table)];
    const made = await lines(partner, 5);
    await lines(other, 2);
    for (const limit of [1, 2, 4, 5, 200]) {
      const all = await pages(partner, limit);
      expect(all.flat()).toEqual(made);
      expect(all).toHaveLength(Math.ceil(made.length / limit));
    }
  });

  it('the list of lines is empty for a partner without lines', async () => {
    const { status, body } = await (await lineWorld(table)).list();
    expect({ status, body }).toEqual({ status: 200, body: { tenants: [], nextCursor: null } });
  });

  it('the list of lines leaves out lines whose release is unfinished', async () => {
    const partner = await lineWorld(table);
    const made = await lines(partner, 7);
    const gone = [0, 2, 3, 6].map((index) => made[index] ?? '');
    for (const id of gone) await partner.set(keys.delegation(partner.partnerId, id), 'status', 'terminated');
    const left = made.filter((id) => !gone.includes(id));
    for (const limit of [1, 2, 3]) {
      const all = await pages(partner, limit);
      expect(all.flat()).toEqual(left);
      expect(all).toHaveLength(Math.ceil(left.length / limit));
    }
  });

  it('the list of lines continues after the last line of a page, even if that line was terminated meanwhile', async () => {
    const partner = await lineWorld(table);
    const made = await lines(partner, 4);
    const { body: first } = await partner.list({ limit: '2' });
    await partner.terminate(made[1] ?? '');
    const { body: second } = await partner.list({ limit: '2', cursor: String(first['nextCursor']) });
    expect(ids(second)).toEqual(made.slice(2));
  });

  it('the list of lines rejects a cursor that is a day old or from another partner', async () => {
    let nowMs = NOW_MS;
    const [partner, other] = [await lineWorld(table, { nowMs: () => nowMs }), await lineWorld(table)];
    await lines(partner, 2);
    const cursor = String((await partner.list({ limit: '1' })).body['nextCursor']);
    expect((await other.list({ cursor })).status).toBe(400);
    expect((await partner.list({ cursor })).status).toBe(200);
    nowMs += 86_400_000;
    expect((await partner.list({ cursor })).body['code']).toBe('INVALID_CURSOR');
  });

  it('the list of lines rejects a limit that is over 200 or given twice', async () => {
    const partner = await lineWorld(table);
    expect((await partner.list({ limit: ['5', '6'] })).status).toBe(400);
    expect((await partner.list({ limit: '201' })).body).toEqual({
      error: 'limit: must be a whole number from 1 to 200',
    });
  });
});

describe('the details of a line', () => {
  it('the details of a new line have no number, integrations or plan', async () => {
    const partner = await lineWorld(table);
    const { body: summary } = await partner.create({ name: 'Cafe', region: 'ca', externalId: 'detail' });
    const { body } = await partner.get(String(summary['tenantId']));
    expect(body).toEqual({ ...summary, number: null, integrations: {}, plan: null });
  });

  it('the details of a line contain no internal field', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    await partner.set(keys.line(id), 'number', '+821012345678');
    await partner.set(keys.line(id), 'plan', { tier: 'pro', price: 5 });
    await partner.set(keys.line(id), 'integrations', { providerA: { connected: true, token: 'x' }, providerC: {} });
    const { body } = await partner.get(id);
    expect(body).toMatchObject({ number: '+821012345678', status: 'active' });
    expect(body['plan']).toEqual({ tier: 'pro' });
    expect(body['integrations']).toEqual({ providerA: { connected: true } });
    expect(body).not.toHaveProperty('partnerId');
  });

  it("the details of a terminated line return the same 403 before and after the line's release", async () => {
    const partner = await lineWorld(table);
    const [terminated, released] = [await partner.line(), await partner.line()];
    await partner.set(keys.delegation(partner.partnerId, terminated), 'status', 'terminated');
    await partner.terminate(released);
    const { status, text } = await partner.get(terminated);
    expect([status, text]).toEqual([403, '{"error":"Line is not delegated to this partner account"}']);
    expect((await partner.get(released)).text).toBe(text);
  });
});
