import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/list-calls/handler.ts';
import { callPage } from '../../../shared/contract/calls/calls.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { putItem } from '../../support/functions/deliveries.ts';
import { aContext, apiEvent, callEndpoint } from '../../support/functions/endpoint-call.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const DAY_MS = 86_400_000;
/** Lambda's limit for a response, which contains the body as a JSON string. */
const LAMBDA_LIMIT_BYTES = 6_291_556;

const table = await testTable();
const partner = await lineWorld(table);
const tenantId = await partner.line();

describe("the list of a line's calls", () => {
  let nowMs = NOW_MS;
  beforeAll(async () => {
    for (let n = 1; n <= 5; n += 1) await record(tenantId, `c${n}`, 1_000 * n);
  });

  const record = async (line: string, callId: string, storedAtMs: number, about: object = {}) => {
    const call = { callId, tenantId: line, partnerId: partner.partnerId, storedAtMs, summary: callId, ...about };
    await putItem(table, { ...keys.call(line, storedAtMs, callId), ...call });
  };
  const list = (query: Record<string, string> = {}, line = tenantId, partnerId = partner.partnerId) =>
    callEndpoint(createHandler({ ...silent, table, nowMs: () => nowMs }), { partnerId, tenantId: line, query });
  const ids = ({ body }: Awaited<ReturnType<typeof list>>) =>
    Array.isArray(body['calls']) ? body['calls'].map((call) => call.callId) : body;
  const cursorOf = ({ body }: Awaited<ReturnType<typeof list>>) => String(body['nextCursor']);
  const invalidCursor = { status: 400, body: { code: 'INVALID_CURSOR' } };

  it('the list of calls returns every documented field of a call and no other field', async () => {
    const line = await partner.line();
    const full = {
      title: 'Booking',
      durationSecs: 61,
      callType: 'phone',
      callerNumber: '****1234',
      transferred: false,
      transferTo: 'desk',
      resolution: 'Booked',
      sentiment: 'neutral',
      topics: ['booking'],
    };
    await record(line, 'full', NOW_MS, { ...full, endedAtMs: 1 });
    expect(await list({}, line)).toEqual({
      status: 200,
      body: {
        calls: [{ callId: 'full', startedAt: '2026-11-21T10:00:00.000Z', summary: 'full', ...full }],
        nextCursor: null,
      },
    });
  });

  it('the list of calls is sorted from newest to oldest', async () => {
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', cursor: cursorOf(first) });
    const third = await list({ limit: '2', cursor: cursorOf(second) });
    expect([first, second, third].map(ids)).toEqual([['c5', 'c4'], ['c3', 'c2'], ['c1']]);
    expect(third.body['nextCursor']).toBeNull();
  });

  it.each([
    ['0', ['c5', 'c4', 'c3', 'c2', 'c1']],
    ['3000', ['c5', 'c4', 'c3']],
    ['3001', ['c5', 'c4']],
    ['99999999999999999999', []],
    ['9'.repeat(4_000), []],
  ])('the list of calls contains the calls that were stored at or after since=%s', async (since, expected) => {
    expect(ids(await list({ since }))).toEqual(expected);
  });

  it.each([
    { limit: '0' },
    { since: '-1' },
    { since: '1.5' },
    { since: '1e3' },
    { since: '' },
    { since: ' 5' },
    { since: '５' },
  ])('the list of calls rejects the query %j with 400', async (query) => {
    const { status, body } = await list(query);
    expect([status, Object.keys(body)]).toEqual([400, ['error']]);
  });

  it('the list of calls rejects a cursor that is damaged, a day old or from a list with other parameters', async () => {
    const cursor = cursorOf(await list({ limit: '2' }));
    expect(await list({ cursor, since: '0' })).toMatchObject(invalidCursor);
    expect(await list({ cursor }, await partner.line())).toMatchObject(invalidCursor);
    const other = await lineWorld(table);
    expect(await list({ cursor }, await other.line(), other.partnerId)).toMatchObject(invalidCursor);
    expect(await list({ cursor: `${cursor}A` })).toMatchObject(invalidCursor);
    expect(await list({ cursor: '' })).toMatchObject(invalidCursor);
    nowMs += DAY_MS;
    expect(await list({ cursor })).toMatchObject(invalidCursor);
    nowMs = NOW_MS;
  });

  it("the list of calls returns 403 for another partner's line and for a terminated line, even if the query is invalid", async () => {
    const terminated = await partner.line();
    await record(terminated, 'kept', NOW_MS);
    await partner.terminate(terminated);
    const halfway = await partner.line();
    await partner.set(keys.delegation(partner.partnerId, halfway), 'status', 'terminated');
    const responses = [
      await list({}, terminated),
      await list({}, halfway),
      await list({}, tenantId, 'pt_stranger'),
      await list({ limit: '0' }, tenantId, 'pt_stranger'),
      await list({ cursor: 'x' }, terminated),
      await list({}, 'not-an-id'),
    ];
    expect(responses).toEqual(responses.map(() => ({ status: 403, body: responses[0]?.body })));
  });

  it("the list of calls contains a call only until the call's expiry", async () => {
    const line = await partner.line();
    await record(line, 'c', 1_000, { expiresAtUnixSeconds: NOW_MS / 1_000 + 1 });
    const before = await list({}, line);
    expect(before.body['calls']).toEqual([{ callId: 'c', startedAt: '1970-01-01T00:00:01.000Z', summary: 'c' }]);
    nowMs += 1_000;
    expect(await list({}, line)).toEqual({ status: 200, body: { calls: [], nextCursor: null } });
    nowMs = NOW_MS;
  });

  it.each([
    [40, 'quotes', '"'],
    [40, 'backslashes', '\\'],
    [40, 'control characters', '\u0001'],
    [80, 'Korean letters', '김'],
  ])(
    "the pages of a list with %i summaries of 64 KiB of %s stay within Lambda's response limit",
    async (count, _what, letter) => {
      const line = await partner.line();
      const summary = letter.repeat((64 * 1_024) / Buffer.byteLength(letter));
      const recorded = Array.from({ length: count }, (_, n) => `c${String(n).padStart(2, '0')}`);
      for (const [n, callId] of recorded.entries()) await record(line, callId, n, { summary });
      const endpoint = createHandler({ ...silent, table, nowMs: () => nowMs });
      const found: unknown[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: '200', ...(cursor === null ? {} : { cursor }) };
        const response = await endpoint(apiEvent({ partnerId: partner.partnerId, tenantId: line, query }), aContext);
        expect(response.statusCode).toBe(200);
        expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(LAMBDA_LIMIT_BYTES);
        const page = callPage.parse(JSON.parse(response.body));
        found.push(...page.calls.map(({ callId }) => callId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(recorded.toReversed());
    },
  );

  it('a page of five calls needs two round trips to the table', async () => {
    expect(await roundTrips(table).of(() => list())).toEqual({
      trips: 2,
      commands: ['GetItemCommand', 'QueryCommand'],
    });
  });
});
