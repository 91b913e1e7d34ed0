import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { releaseLine, terminateLine } from '../../../shared/store/lines/termination.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aLine, lineWorld } from '../../support/functions/line-world.ts';
import { contendedOnce, intercepted, losingResponses } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const TERMINATED = { status: 'terminated', numberReclaimed: false, terminatedAt: '2026-11-21T10:00:00.000Z' };
const NOT_DELEGATED = { error: 'Line is not delegated to this partner account' };
const AGENT = { persona: 'You are kind.', summaryRecipients: [{ email: 'a@b.co' }] };

const table = await testTable();
type World = Awaited<ReturnType<typeof lineWorld>>;

/** Fails the second step, as a crash between the steps would. */
const withoutRelease = () => {
  let transactions = 0;
  return intercepted(table, (command) => {
    if (command.constructor.name === 'TransactWriteCommand') transactions += 1;
    return transactions === 2 ? Promise.reject(new Error('crash')) : table.db.send(command);
  });
};

/** Creates a line whose termination stopped between the two steps. */
async function halfTerminated(partner: World, body: Record<string, unknown> = {}): Promise<string> {
  const interrupted = await lineWorld(table, { as: partner.partnerId, seen: withoutRelease() });
  const id = await partner.line(body);
  expect((await interrupted.terminate(id, { purge: body['purge'] === true })).status).toBe(500);
  return id;
}

describe('DELETE of a line, which terminates the line', () => {
  it("the termination of a line frees the line's externalId and quota", async () => {
    const partner = await lineWorld(table, { quota: 1 });
    const body = aLine();
    const id = await partner.line(body);
    const counted = await roundTrips(table).of(async () => {
      const { status, body: response } = await partner.terminate(id);
      expect([status, response]).toEqual([200, TERMINATED]);
    });
    expect(counted).toEqual({
      trips: 3,
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand', 'TransactWriteItemsCommand'],
    });
    expect(await partner.lineCount()).toBe(0);
    expect((await partner.get(id)).status).toBe(403);
    expect((await partner.list()).body['tenants']).toEqual([]);
    expect(await partner.terminate(id)).toMatchObject({ status: 403, body: NOT_DELEGATED });
    expect((await partner.create(body)).status).toBe(201);
  });

  it('a terminated line keeps its item and its agent settings if no purge was requested', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line({ agent: AGENT });
    await partner.terminate(id, { reason: 'closed for good' });
    expect(await partner.item(keys.line(id))).toMatchObject({
      status: 'terminated',
      terminatedAt: TERMINATED.terminatedAt,
      terminationReason: 'closed for good',
      purge: false,
    });
    expect(await partner.item(keys.agent(id))).toMatchObject(AGENT);
  });

  it('the termination of a line deletes agent settings, owner and integrations if the request asks for a purge', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line({ agent: AGENT });
    await partner.set(keys.line(id), 'integrations', { providerA: { connected: true } });
    expect((await partner.terminate(id, { purge: true })).status).toBe(200);
    expect(await partner.item(keys.agent(id))).toBeUndefined();
    expect(await partner.item(keys.owner(id))).toBeUndefined();
    expect(await partner.item(keys.line(id))).not.toHaveProperty('integrations');
  });

  it('the termination of a line returns 502 while the line has a number', async () => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    await partner.set(keys.line(id), 'number', '+821012345678');
    const before = await partner.item(keys.line(id));
    const { status, body } = await partner.terminate(id, { reason: 'x' });
    expect([status, body['code']]).toEqual([502, 'CARRIER_RELEASE_FAILED']);
    expect(await partner.item(keys.line(id))).toEqual(before);
    expect((await partner.get(id)).status).toBe(200);
    expect(await partner.lineCount()).toBe(1);
  });

  it("the termination of a line returns `numberReclaimed: true` if the line's number was detached before", async () => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    await partner.set(keys.line(id), 'numberReleased', true);
    expect((await partner.terminate(id)).body).toEqual({ ...TERMINATED, numberReclaimed: true });
  });

  it.each([
    ['a reason of 501 characters', { reason: 'r'.repeat(501) }],
    ['a reason of null', { reason: null }],
    ['a body of null', 'null'],
  ])('the termination of a line with %s returns 400', async (_what, body) => {
    const partner = await lineWorld(table);
    const id = await partner.line();
    expect((await partner.terminate(id, body)).status).toBe(400);
    expect((await partner.get(id)).status).toBe(200);
  });

  it('the reason of a termination can have 500 characters, even if they are emoji', async () => {
    const partner = await lineWorld(table);
    expect((await partner.terminate(await partner.line(), { reason: '😀'.repeat(500) })).status).toBe(200);
  });

  it('eight parallel terminations of a line reduce the line count by one', async () => {
    const partner = await lineWorld(table);
    await partner.line();
    const id = await partner.line();
    const responses = await Promise.all(Array.from({ length: 8 }, () => partner.terminate(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of responses) expect([200, 403, 409]).toContain(status);
    expect(await partner.lineCount()).toBe(1);
    expect((await partner.terminate(id)).status).toBe(403);
  });

  it("a termination succeeds even if the table's responses to the writes are lost", async () => {
    const partner = await lineWorld(table);
    const lossy = await lineWorld(table, { as: partner.partnerId, seen: losingResponses(table) });
    const id = await partner.line();
    expect(await lossy.terminate(id)).toMatchObject({ status: 200, body: TERMINATED });
    expect(await partner.lineCount()).toBe(0);
  });
});

describe('a line whose release was interrupted', () => {
  it("the externalId of a line stays in use while the line's release is unfinished", async () => {
    const partner = await lineWorld(table);
    const body = aLine();
    const id = await halfTerminated(partner, body);
    expect((await partner.get(id)).status).toBe(403);
    expect((await partner.list()).body['tenants']).toEqual([]);
    expect(await partner.lineCount()).toBe(0);
    expect((await partner.create(body)).body['code']).toBe('EXTERNAL_ID_EXISTS');
  });

  it('the next DELETE completes an interrupted release and returns 409', async () => {
    const partner = await lineWorld(table);
    const body = aLine();
    const id = await halfTerminated(partner, body);
    const retry = await partner.terminate(id);
    expect([retry.status, retry.body['code']]).toEqual([409, 'ALREADY_TERMINATED']);
    expect(await partner.terminate(id)).toMatchObject({ status: 403, body: NOT_DELEGATED });
    expect(await partner.lineCount()).toBe(0);
    expect((await partner.create(body)).status).toBe(201);
  });

  it('a DELETE that completes an interrupted release returns 409, even if a response of the table is lost', async () => {
    const partner = await lineWorld(table);
    const lossy = await lineWorld(table, { as: partner.partnerId, seen: losingResponses(table) });
    expect((await lossy.terminate(await halfTerminated(partner))).status).toBe(409);
  });

  it('a line whose release was interrupted is purged if the second DELETE asks for a purge', async () => {
    const partner = await lineWorld(table);
    const id = await halfTerminated(partner, { agent: AGENT });
    expect((await partner.terminate(id, { purge: true })).status).toBe(409);
    expect(await partner.item(keys.agent(id))).toBeUndefined();
    expect(await partner.item(keys.line(id))).toMatchObject({ purge: true });
  });

  it('a line whose release was interrupted is purged if only the first DELETE asked for a purge', async () => {
    const partner = await lineWorld(table);
    const id = await halfTerminated(partner, { agent: AGENT, purge: true });
    expect((await partner.terminate(id, { purge: false })).status).toBe(409);
    expect(await partner.item(keys.agent(id))).toBeUndefined();
  });
});

describe('the two steps of a termination', () => {
  const names = async (partner: World) => {
    const body = aLine();
    return { partnerId: partner.partnerId, externalId: body.externalId, tenantId: await partner.line(body) };
  };
  const step = () => ({
    reason: undefined,
    purge: false,
    nowMs: Date.parse(TERMINATED.terminatedAt),
    token: randomUUID(),
  });

  it('an active line cannot be released', async () => {
    const partner = await lineWorld(table);
    const line = await names(partner);
    await expect(releaseLine(table, line, step())).rejects.toThrow('Only a terminated line can be released');
    expect((await partner.get(line.tenantId)).status).toBe(200);
  });

  it('a line is terminated once, even if the first step of its termination runs twice', async () => {
    const partner = await lineWorld(table);
    const line = await names(partner);
    expect(await terminateLine(table, line, step())).toMatchObject({ kind: 'terminated' });
    expect(await terminateLine(table, line, step())).toEqual({ kind: 'terminatedBefore' });
    expect(await partner.lineCount()).toBe(0);
  });

  it('a termination fails if the delegation of the line is missing', async () => {
    const partner = await lineWorld(table);
    const line = { ...(await names(partner)), partnerId: (await lineWorld(table)).partnerId };
    await expect(terminateLine(table, line, step())).rejects.toThrow('have different states');
    expect(await partner.item(keys.delegation(line.partnerId, line.tenantId))).toBeUndefined();
    expect((await partner.get(line.tenantId)).status).toBe(200);
  });

  it('both steps of a termination are retried after a conflict with another writer', async () => {
    const partner = await lineWorld(table);
    const line = await names(partner);
    expect(await terminateLine(contendedOnce(table), line, step())).toMatchObject({ kind: 'terminated' });
    expect(await releaseLine(contendedOnce(table), line, step())).toBe('released');
    expect(await partner.item(keys.delegation(line.partnerId, line.tenantId))).toBeUndefined();
  });

  it('a terminated line is released even if its item has no purge attribute', async () => {
    const partner = await lineWorld(table);
    const line = await names(partner);
    await partner.set(keys.line(line.tenantId), 'status', 'terminated');
    expect(await releaseLine(table, line, step())).toBe('released');
  });

  it('a late retry of a release does not take the externalId from a newer line', async () => {
    const partner = await lineWorld(table);
    const line = await names(partner);
    await partner.terminate(line.tenantId);
    const next = await partner.line({ externalId: line.externalId });
    expect(await releaseLine(table, line, step())).toBe('releasedBefore');
    expect(await partner.item(keys.externalId(line.partnerId, line.externalId))).toMatchObject({ tenantId: next });
  });
});
