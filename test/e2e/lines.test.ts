import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { operator, runOperator } from '../support/operator.ts';
import { aLine, type Line, newPartner, type PartnerWorld, running } from '../support/world.ts';

const { dataDir } = running();
const NOT_OURS = 'tn_00000000000000000000000001';
const code = (answer: { json: () => Record<string, unknown> }) => answer.json()['code'];

describe('creating a line', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const create = (body: unknown, headers: Record<string, string | string[]> = {}) =>
    partner.call('POST', '/v1/tenants', { body, headers });

  it('answers 201 with the summary and no number [POST /v1/tenants 201] [state line none → active] [state idempotency unused → runs]', async () => {
    const body = aLine({ name: 'Mr. Kim 김', region: 'ca' });
    const answer = await create(body, { 'Idempotency-Key': randomUUID() });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      tenantId: expect.any(String),
      name: 'Mr. Kim 김',
      region: 'ca',
      status: 'active',
      externalId: body.externalId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it.each([
    ['a name of 200 characters', { name: 'n'.repeat(200) }],
    ['a name of 200 emoji', { name: '😀'.repeat(200) }],
    ['an external id of 128 characters', { externalId: `${randomUUID()}${'~'.repeat(92)}` }],
    ['a field it does not know', { colour: 'red' }],
    ['agent settings', { agent: { greeting: 'Hello', persona: 'You are kind.' } }],
  ])('accepts %s', async (_what, about) => {
    expect((await create(aLine(about))).status).toBe(201);
  });

  it.each([
    ['name', 'a name of 201 characters', { name: 'n'.repeat(201) }],
    ['name', 'a name of 201 emoji', { name: '😀'.repeat(201) }],
    ['name', 'a blank name', { name: '  ' }],
    ['name', 'no name', { name: undefined }],
    ['externalId', 'an empty external id', { externalId: '' }],
    ['externalId', 'an external id of 129 characters', { externalId: 'x'.repeat(129) }],
    ['externalId', 'an external id with a space', { externalId: 'a b' }],
    ['externalId', 'an external id outside ASCII', { externalId: 'é' }],
    ['externalId', 'no external id', { externalId: undefined }],
    ['region', 'an unknown region', { region: 'us' }],
    ['region', 'a region in capitals', { region: 'KR' }],
    ['region', 'a region of null', { region: null }],
    ['agent', 'an agent that is no object', { agent: 'kind' }],
  ])(
    'refuses with 400 and names the field %s: %s [limit name] [limit externalId] [POST /v1/tenants 400] [status 400]',
    async (field, _what, about) => {
      const answer = await create(aLine(about));
      expect(answer.status).toBe(400);
      expect(answer.json()).toEqual({ error: expect.stringContaining(field) });
    },
  );

  it('refuses an external id that an active line has [code EXTERNAL_ID_EXISTS] [POST /v1/tenants 409] [status 409]', async () => {
    const { externalId } = await partner.createLine();
    const answer = await create(aLine({ externalId }));
    expect([answer.status, code(answer)]).toEqual([409, 'EXTERNAL_ID_EXISTS']);
  });

  it('lets another partner use the same external id', async () => {
    const { externalId } = await partner.createLine();
    const other = await newPartner();
    expect((await other.call('POST', '/v1/tenants', { body: aLine({ externalId }) })).status).toBe(201);
  });

  it('stops at the quota, and a terminated line counts no more [code TENANT_QUOTA_EXCEEDED] [limit lines] [POST /v1/tenants 402] [status 402]', async () => {
    const small = await newPartner({ quota: 1 });
    const line = await small.createLine();
    const refused = await small.call('POST', '/v1/tenants', { body: aLine() });
    expect([refused.status, code(refused)]).toEqual([402, 'TENANT_QUOTA_EXCEEDED']);
    expect((await small.call('DELETE', `/v1/tenants/${line.tenantId}`)).status).toBe(200);
    expect((await small.call('POST', '/v1/tenants', { body: aLine() })).status).toBe(201);
  });

  it('makes exactly 3 lines of 10 parallel requests at a quota of 3', async () => {
    const small = await newPartner({ quota: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => small.call('POST', '/v1/tenants', { body: aLine() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(402)]);
    const listed = (await small.call('GET', '/v1/tenants')).json<{ tenants: Line[] }>();
    expect(listed.tenants).toHaveLength(3);
  });
});

describe('idempotency key', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const create = (body: unknown, key: string | string[]) =>
    partner.call('POST', '/v1/tenants', { body, headers: { 'Idempotency-Key': key } });

  it('replays the first answer for the same body, byte for byte [state idempotency completed, same body → replay]', async () => {
    const body = aLine();
    const key = randomUUID();
    const first = await create(body, key);
    const again = await create({ externalId: body.externalId, region: body.region, name: body.name }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('refuses another body [code IDEMPOTENCY_KEY_MISMATCH] [state idempotency completed, other body → mismatch]', async () => {
    const key = randomUUID();
    await create(aLine(), key);
    const answer = await create(aLine(), key);
    expect([answer.status, code(answer)]).toEqual([409, 'IDEMPOTENCY_KEY_MISMATCH']);
  });

  it('makes one line of 20 parallel requests [code IDEMPOTENCY_IN_PROGRESS] [state idempotency running → in progress]', async () => {
    const body = aLine();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, key)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, code(answer)]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    const { tenants } = (await partner.call('GET', '/v1/tenants?limit=200')).json<{ tenants: Line[] }>();
    expect(tenants.filter(({ externalId }) => externalId === body.externalId)).toHaveLength(1);
  });

  it('is free again after a failed request [state idempotency first failed → runs anew]', async () => {
    const key = randomUUID();
    const { externalId } = await partner.createLine();
    expect((await create(aLine({ externalId }), key)).status).toBe(409);
    expect((await create(aLine({ region: 'us' }), key)).status).toBe(400);
    expect((await create(aLine(), key)).status).toBe(201);
  });

  it('of one partner means nothing to another', async () => {
    const other = await newPartner();
    const key = randomUUID();
    const body = aLine();
    const mine = (await create(body, key)).json<Line>();
    const theirs = await other.call('POST', '/v1/tenants', { body, headers: { 'Idempotency-Key': key } });
    expect(theirs.status).toBe(201);
    expect(theirs.json<Line>().tenantId).not.toBe(mine.tenantId);
  });

  it.each([
    ['empty', ''],
    ['of 129 characters', 'k'.repeat(129)],
    ['with a space inside', 'a b'],
    ['given twice', ['one', 'two']],
  ])('is refused when %s, and no line is made [limit idempotency key]', async (_what, key) => {
    const body = aLine();
    expect((await create(body, key)).status).toBe(400);
    expect((await create(body, randomUUID())).status).toBe(201);
  });

  it('may have 128 printable characters', async () => {
    expect((await create(aLine(), `${randomUUID()}${'!'.repeat(92)}`)).status).toBe(201);
  });
});

describe('reading lines', () => {
  let partner: PartnerWorld;
  let lines: Line[];
  beforeAll(async () => {
    partner = await newPartner();
    lines = await Promise.all(Array.from({ length: 5 }, () => partner.createLine()));
  });
  const list = (query = '') => partner.call('GET', `/v1/tenants${query}`);
  const page = async (query: string) => (await list(query)).json<{ tenants: Line[]; nextCursor: string | null }>();

  it('lists every line once over pages of two [GET /v1/tenants 200]', async () => {
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

  it('has no next page when the last one is exactly full', async () => {
    expect((await page('?limit=5')).nextCursor).toBeNull();
  });

  it.each(['0', '201', '-1', '1e2', '0x10', '05', '5.0', '%2B5', '+5', '', 'abc', '%EF%BC%95'])(
    'refuses a limit of "%s" [limit page size] [GET /v1/tenants 400]',
    async (limit) => {
      expect((await list(`?limit=${limit}`)).status).toBe(400);
    },
  );

  it.each(['1', '200'])('accepts a limit of %s', async (limit) => {
    expect((await list(`?limit=${limit}`)).status).toBe(200);
  });

  it('refuses a repeated parameter', async () => {
    expect((await list('?limit=5&limit=6')).status).toBe(400);
  });

  it.each(['', 'x', 'AAAA', 'x'.repeat(5_000)])(
    'refuses a damaged cursor (%#) [code INVALID_CURSOR]',
    async (cursor) => {
      const answer = await list(`?cursor=${cursor}`);
      expect([answer.status, code(answer)]).toEqual([400, 'INVALID_CURSOR']);
    },
  );

  it("refuses another partner's cursor", async () => {
    const { nextCursor } = await page('?limit=2');
    const other = await newPartner();
    const answer = await other.call('GET', `/v1/tenants?cursor=${nextCursor}`);
    expect([answer.status, code(answer)]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('shows a line in detail [GET /v1/tenants/{customerId} 200]', async () => {
    const { tenantId } = lines[0] as Line;
    const answer = await partner.call('GET', `/v1/tenants/${tenantId}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ ...lines[0], number: null, integrations: {}, plan: null });
  });

  it('shows number, integrations and plan as the operator set them', async () => {
    const { tenantId } = await partner.createLine();
    const number = `+8210${String(Date.now()).slice(-8)}`;
    await operator(dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', number]);
    await operator(dataDir, ['line', 'set-plan', '--tenant', tenantId, '--tier', 'pro', '--status', 'active']);
    await operator(dataDir, [
      'line',
      'set-integration',
      '--tenant',
      tenantId,
      '--provider',
      'a',
      '--connected',
      'true',
    ]);
    const detail = (await partner.call('GET', `/v1/tenants/${tenantId}`)).json();
    expect(detail).toMatchObject({ number, plan: { tier: 'pro', status: 'active' } });
    expect(Object.values(detail['integrations'] as object)).toEqual([{ connected: true }]);
  });

  it("answers the same for another partner's line and for none at all [GET /v1/tenants/{customerId} 403]", async () => {
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
    const answers = await Promise.all(ids.map((id) => partner.call('GET', `/v1/tenants/${id}`)));
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([403, answers[0]?.text]);
    }
  });
});

describe('terminating a line', () => {
  let partner: PartnerWorld;
  beforeAll(async () => {
    partner = await newPartner();
  });
  const terminate = (tenantId: string, body?: unknown) => partner.call('DELETE', `/v1/tenants/${tenantId}`, { body });

  it('answers 200 and releases the line and its external id [DELETE /v1/tenants/{customerId} 200] [state line active → terminated] [state line terminated and released → 403]', async () => {
    const { tenantId, externalId } = await partner.createLine();
    const answer = await terminate(tenantId);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
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

  it('is held while a number is attached [code CARRIER_RELEASE_FAILED] [DELETE /v1/tenants/{customerId} 502] [status 502] [state line active with number → active]', async () => {
    const { tenantId } = await partner.createLine();
    await operator(dataDir, [
      'line',
      'attach-number',
      '--tenant',
      tenantId,
      '--number',
      `+8270${String(Date.now()).slice(-8)}`,
    ]);
    const held = await terminate(tenantId);
    expect([held.status, code(held)]).toEqual([502, 'CARRIER_RELEASE_FAILED']);
    expect((await partner.call('GET', `/v1/tenants/${tenantId}`)).json()['status']).toBe('active');
    await operator(dataDir, ['line', 'release-number', '--tenant', tenantId]);
    expect((await terminate(tenantId)).json()).toMatchObject({ status: 'terminated', numberReclaimed: true });
  });

  it('takes a reason of 500 characters and a purge [limit termination reason]', async () => {
    const { tenantId } = await partner.createLine();
    expect((await terminate(tenantId, { reason: 'r'.repeat(501) })).status).toBe(400);
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(400);
    expect((await terminate(tenantId, [])).status).toBe(400);
    expect((await terminate(tenantId, { reason: 'r'.repeat(500), purge: true })).status).toBe(200);
  });

  it('tells a stranger nothing, not even that the body is malformed [DELETE /v1/tenants/{customerId} 403]', async () => {
    const { tenantId } = await (await newPartner()).createLine();
    expect((await terminate(tenantId, { purge: 'true' })).status).toBe(403);
    expect((await terminate(NOT_OURS, '{')).status).toBe(403);
  });

  it('cannot be undone by attaching a number', async () => {
    const { tenantId } = await partner.createLine();
    await terminate(tenantId);
    const args = ['line', 'attach-number', '--tenant', tenantId, '--number', '+821012345678'];
    expect((await runOperator(dataDir, args)).code).toBe(1);
  });
});
