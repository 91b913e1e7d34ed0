import { beforeAll, describe, expect, it } from '@jest/globals';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { INTEGRATION_PROVIDERS } from '../../../shared/contract/lines/tenants.ts';
import { findLine } from '../../../shared/store/lines/lines.ts';
import { terminateLine } from '../../../shared/store/lines/termination.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { operatorWorld } from '../operator-world.ts';

describe('operator commands for lines', () => {
  let operator: Awaited<ReturnType<typeof operatorWorld>>;
  let partner: Awaited<ReturnType<typeof lineWorld>>;
  beforeAll(async () => {
    operator = await operatorWorld();
    partner = await lineWorld(operator.table);
  });
  let numbers = 0;
  const freshNumber = () => {
    numbers += 1;
    return `+8210000000${String(numbers).padStart(2, '0')}`;
  };
  const attach = (tenantId: string, number: string) =>
    operator.run('line', 'attach-number', '--tenant', tenantId, '--number', number, '--json');

  it('the command `line show` prints all fields of a new line', async () => {
    const tenantId = await partner.line({ name: 'Corner Cafe', externalId: 'shown-1' });
    expect(await operator.json('line', 'show', '--tenant', tenantId)).toEqual({
      tenantId,
      partnerId: partner.partnerId,
      name: 'Corner Cafe',
      region: 'kr',
      status: 'active',
      externalId: 'shown-1',
      createdAt: '2026-11-21T10:00:00.000Z',
      number: null,
      integrations: {},
      plan: null,
    });
  });

  it('an operator can attach a number to a line and detach the number', async () => {
    const tenantId = await partner.line();
    const number = freshNumber();
    expect(JSON.parse((await attach(tenantId, number)).out)).toMatchObject({ tenantId, number });
    expect((await partner.get(tenantId)).body).toMatchObject({ number });
    expect((await attach(tenantId, number)).code).toBe(0);
    expect(await operator.json('line', 'release-number', '--tenant', tenantId)).toMatchObject({
      number: null,
      numberReleased: true,
    });
    expect(await partner.item(keys.number(number))).toBeUndefined();
    expect((await partner.terminate(tenantId)).body).toMatchObject({ numberReclaimed: true });
  });

  it('an operator cannot attach one number to two lines, or two numbers to one line', async () => {
    const [first, second] = [await partner.line(), await partner.line()];
    const number = freshNumber();
    await attach(first, number);
    expect((await attach(second, number)).err).toBe(`The number ${number} is attached to another line.\n`);
    expect((await attach(first, freshNumber())).err).toBe(
      `Line ${first} has the number ${number}; detach that number first.\n`,
    );
    await operator.json('line', 'release-number', '--tenant', first);
    expect((await attach(second, number)).code).toBe(0);
  });

  it('if an operator attaches one number to several lines in parallel, exactly one line gets the number', async () => {
    const lines = await Promise.all([1, 2, 3, 4].map(() => partner.line()));
    const number = freshNumber();
    const responses = await Promise.all(lines.map((tenantId) => attach(tenantId, number)));
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    const held = await Promise.all(lines.map(async (tenantId) => (await findLine(operator.table, tenantId))?.number));
    const holder = lines[held.indexOf(number)];
    expect(await partner.item(keys.number(number))).toMatchObject({ tenantId: holder });
  });

  it('if a number is attached during the termination of its line, exactly one of the two succeeds', async () => {
    const lines = await Promise.all(Array.from({ length: 8 }, () => partner.line()));
    const outcomes = await Promise.all(
      lines.map(async (tenantId) => {
        const number = freshNumber();
        const [attached, terminated] = await Promise.all([attach(tenantId, number), partner.terminate(tenantId)]);
        const line = await findLine(operator.table, tenantId);
        return {
          attached: attached.code,
          terminated: terminated.status,
          line,
          item: await partner.item(keys.number(number)),
        };
      }),
    );
    for (const { attached, terminated, line, item } of outcomes) {
      expect([`${attached} ${terminated} ${line?.status}`]).toEqual([
        attached === 0 ? '0 502 active' : '1 200 terminated',
      ]);
      expect(item !== undefined).toBe(attached === 0);
      expect(line?.number !== undefined).toBe(attached === 0);
    }
  });

  it('an operator gets an error for a change that the state of the line does not allow', async () => {
    const tenantId = await partner.line();
    expect((await operator.run('line', 'release-number', '--tenant', tenantId)).err).toBe(
      `Line ${tenantId} has no number.\n`,
    );
    expect((await operator.run('line', 'release', '--tenant', tenantId)).err).toContain('is active');
    await partner.terminate(tenantId);
    expect((await attach(tenantId, freshNumber())).err).toBe(`Line ${tenantId} is terminated.\n`);
    const setPlan = ['line', 'set-plan', '--tenant', tenantId, '--tier', 'pro'];
    expect(await operator.run(...setPlan)).toMatchObject({ code: 1, err: `There is no active line ${tenantId}.\n` });
    expect((await operator.run('line', 'show', '--tenant', 'tn_none')).err).toBe('There is no line tn_none.\n');
  });

  it("an operator can set and remove the tier of a line's plan without changing the plan's status", async () => {
    const tenantId = await partner.line();
    const setPlan = (...parts: string[]) => operator.json('line', 'set-plan', '--tenant', tenantId, ...parts);
    expect((await setPlan('--tier', 'pro')).plan).toEqual({ tier: 'pro' });
    expect((await setPlan('--status', 'active')).plan).toEqual({ tier: 'pro', status: 'active' });
    expect((await setPlan('--tier', 'none')).plan).toEqual({ tier: null, status: 'active' });
    expect((await partner.get(tenantId)).body['plan']).toEqual({ tier: null, status: 'active' });
  });

  it('an operator can attach and detach a number even if the response to each write is lost', async () => {
    const tenantId = await partner.line();
    const number = freshNumber();
    const table = losingResponses(operator.table);
    expect(await attachNumber(asOperator(table), tenantId, number)).toMatchObject({ number });
    expect(await detachNumber(asOperator(table), tenantId)).toMatchObject({ numberReleased: true });
    expect(await findLine(operator.table, tenantId)).not.toHaveProperty('number');
  });

  it('an operator can set one of the `integrations` of a line without changing the others', async () => {
    const tenantId = await partner.line();
    const set = (provider: string, connected: string) =>
      operator.json('line', 'set-integration', '--tenant', tenantId, '--provider', provider, '--connected', connected);
    await set('a', 'true');
    const { integrations } = await set('b', 'false');
    expect(integrations).toEqual({ providerA: { connected: true }, providerB: { connected: false } });
    expect(Object.keys(integrations)).toEqual([...INTEGRATION_PROVIDERS]);
    expect((await partner.get(tenantId)).body['integrations']).toMatchObject({ providerA: { connected: true } });
  });

  it('an operator can complete an interrupted termination', async () => {
    const tenantId = await partner.line({ externalId: 'interrupted' });
    const names = { partnerId: partner.partnerId, tenantId, externalId: 'interrupted' };
    const terminatedAt = '2026-11-21T11:00:00.000Z';
    await terminateLine(operator.table, names, {
      reason: 'moved',
      purge: true,
      nowMs: Date.parse(terminatedAt),
      token: 'lost',
    });
    expect(await operator.json('line', 'show', '--tenant', tenantId)).toMatchObject({
      status: 'terminated',
      released: false,
    });
    const released = await operator.json('line', 'release', '--tenant', tenantId);
    expect(released).toMatchObject({ released: true, purge: true, terminationReason: 'moved', terminatedAt });
    expect(await operator.json('line', 'release', '--tenant', tenantId)).toEqual(released);
    expect(await partner.item(keys.agent(tenantId))).toBeUndefined();
    expect((await partner.terminate(tenantId)).status).toBe(403);
    await partner.line({ externalId: 'interrupted' });
  });
});

it('if a quota is lowered while lines are created, a later creation above the new quota is rejected', async () => {
  const operator = await operatorWorld();
  const partner = await lineWorld(operator.table, { quota: 6 });
  const lower = operator.json('partner', 'quota', '--partner', partner.partnerId, '--quota', '3');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => partner.create({ name: 'Cafe', region: 'ca', externalId: `q-${n}` })),
  );
  await lower;
  const made = responses.filter(({ status }) => status === 201).length;
  expect(responses.every(({ status }) => status === 201 || status === 402)).toBe(true);
  expect(made).toBeGreaterThanOrEqual(3);
  expect(made).toBeLessThanOrEqual(6);
  expect(await partner.lineCount()).toBe(made);
  expect((await partner.create({ name: 'Cafe', region: 'ca', externalId: 'one more' })).status).not.toBe(201);
});
