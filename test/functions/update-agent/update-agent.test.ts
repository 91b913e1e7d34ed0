import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler as createGetHandler } from '../../../functions/get-agent/handler.ts';
import { createHandler } from '../../../functions/update-agent/handler.ts';
import { renderPersona } from '../../../shared/domain/agents/announcement.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { removeItem } from '../../support/functions/deliveries.ts';
import { callEndpoint } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted, lateRead, losingResponses } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();
const partner = await lineWorld(table);
const RECIPIENTS = { summaryRecipients: [{ email: 'owner@example.com', keywords: ['refund'] }] };

describe('the agent settings of a line', () => {
  let tenantId: string;
  beforeEach(async () => {
    tenantId = await partner.line({ region: 'ca', agent: { greeting: 'Hi' } });
  });

  const put = (body: unknown, on = table, partnerId = partner.partnerId) =>
    callEndpoint(createHandler({ ...silent, table: on }), { partnerId, tenantId, body });
  const get = (partnerId = partner.partnerId) =>
    callEndpoint(createGetHandler({ ...silent, table }), { partnerId, tenantId });
  const stored = () => partner.item(keys.agent(tenantId));
  const terminateHalfway = async () => {
    await partner.set(keys.line(tenantId), 'status', 'terminated');
    await partner.set(keys.delegation(partner.partnerId, tenantId), 'status', 'terminated');
  };

  it('a line initially has the agent settings with which the line was created', async () => {
    expect(await get()).toEqual({ status: 200, body: { greeting: 'Hi' } });
  });

  it('a PUT changes only the agent settings in its body', async () => {
    const patch = { tone: ['warm'], transfer: { type: 'take_message' }, ...RECIPIENTS };
    const { status, body } = await put(patch);
    expect([status, body]).toEqual([200, { greeting: 'Hi', ...patch }]);
    expect((await get()).body).toEqual(body);
    expect((await put({ transfer: null, unknown: 1 })).body).toEqual({ ...body, transfer: null });
    expect(await stored()).not.toHaveProperty('unknown');
  });

  it('a persona is stored without its live-call announcement, and returned with this announcement', async () => {
    const announced = renderPersona('ca', 'Be kind.');
    expect((await put({ persona: 'Be kind.' })).body['persona']).toBe(announced);
    expect((await put({ persona: announced })).body['persona']).toBe(announced);
    expect((await get()).body['persona']).toBe(announced);
    expect((await stored())?.['persona']).toBe('Be kind.');
  });

  it('a PUT without a known field does not change the agent settings', async () => {
    const before = await stored();
    for (const body of [{}, { unknown: 1 }]) {
      expect(await put(body)).toEqual({ status: 200, body: { greeting: 'Hi' } });
    }
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['no body', undefined, undefined],
    ['an empty persona and a tone that is not a list', { tone: 'x', persona: '' }, undefined],
    ['an empty persona', { tone: ['x'], persona: '' }, 'persona.empty'],
    ['an empty list of recipients', { summaryRecipients: [] }, 'SUMMARY_NO_RECIPIENTS'],
  ])('a PUT with %s does not change the agent settings', async (_what, body, code) => {
    const before = await stored();
    const response = await put(body);
    expect([response.status, response.body['code']]).toEqual([400, code]);
    expect(await stored()).toEqual(before);
  });

  it('a PUT cannot set summary recipients while the owner of the line is unknown', async () => {
    await removeItem(table, keys.owner(tenantId));
    const before = await stored();
    const response = await put({ ...RECIPIENTS, greeting: 'Changed' });
    expect([response.status, response.body['code']]).toEqual([503, 'SUMMARY_OWNER_LOOKUP_FAILED']);
    expect(await stored()).toEqual(before);
    expect((await put({ greeting: 'Changed' })).status).toBe(200);
  });

  it("a PUT of agent settings returns TENANT_TERMINATED if a purge deletes the line's owner during the PUT", async () => {
    const purged = lateRead(table, keys.owner(tenantId), async () => {
      await terminateHalfway();
      await removeItem(table, keys.owner(tenantId));
    });
    expect(await put(RECIPIENTS, purged)).toMatchObject({ status: 409, body: { code: 'TENANT_TERMINATED' } });
  });

  it("a PUT cannot set summary recipients while the look-up of the line's owner fails", async () => {
    const owner = keys.owner(tenantId).SK;
    const failing = intercepted(table, (command) =>
      JSON.stringify(command.input).includes(`"${owner}"`)
        ? Promise.reject(new Error('throttled'))
        : table.db.send(command),
    );
    expect(await put(RECIPIENTS, failing)).toMatchObject({
      status: 503,
      body: { code: 'SUMMARY_OWNER_LOOKUP_FAILED' },
    });
    expect((await get()).body).toEqual({ greeting: 'Hi' });
  });

  it.each([
    ['is missing', () => removeItem(table, keys.line(tenantId))],
    ['has no region', () => partner.set(keys.line(tenantId), 'region', null)],
  ])('a PUT does not store agent settings if the item of the line %s', async (_what, damage) => {
    await damage();
    expect(await put({ greeting: 'x' })).toMatchObject({ status: 409, body: { code: 'TENANT_REGION_UNRESOLVED' } });
    expect((await stored())?.['greeting']).toBe('Hi');
  });

  it('agent settings can be neither changed nor read while the termination of the line is unfinished', async () => {
    await terminateHalfway();
    expect(await put({ greeting: 'x' })).toMatchObject({ status: 409, body: { code: 'TENANT_TERMINATED' } });
    expect((await put({ greeting: 1 })).status).toBe(400);
    expect((await get()).status).toBe(403);
    expect((await stored())?.['greeting']).toBe('Hi');
  });

  it('parallel requests that change different agent settings keep all changes', async () => {
    const patches = [
      { greeting: 'Hello' },
      { tone: ['calm'] },
      { persona: 'Be kind.' },
      RECIPIENTS,
      { transfer: null },
    ];
    const responses = await Promise.all(patches.map((patch) => put(patch)));
    expect(responses.map(({ status }) => status)).toEqual(patches.map(() => 200));
    expect((await get()).body).toEqual({
      ...Object.assign({}, ...patches),
      persona: renderPersona('ca', 'Be kind.'),
    });
  });

  it('agent settings do not change if the line is terminated between the read and the write', async () => {
    let done = false;
    const racing = intercepted(table, async (command) => {
      if (!done && 'TransactItems' in command.input) {
        done = true;
        await terminateHalfway();
      }
      return table.db.send(command);
    });
    expect(await put({ greeting: 'x' }, racing)).toMatchObject({ status: 409, body: { code: 'TENANT_TERMINATED' } });
    expect((await stored())?.['greeting']).toBe('Hi');
  });

  it("a PUT of agent settings succeeds if the table's response is lost and the SDK retries the write", async () => {
    expect(await put({ greeting: 'Hello' }, losingResponses(table))).toMatchObject({ status: 200 });
    expect((await get()).body).toEqual({ greeting: 'Hello' });
  });

  it('a PUT can set agent settings of a line without stored agent settings', async () => {
    await removeItem(table, keys.agent(tenantId));
    expect((await get()).body).toEqual({});
    expect((await put({ greeting: 'Hello' })).body).toEqual({ greeting: 'Hello' });
  });

  it('agent settings need two round trips to the table for a read, and three for a change', async () => {
    const trace = roundTrips(table);
    expect((await trace.of(get)).trips).toBe(2);
    expect((await trace.of(() => put({ greeting: 'x', ...RECIPIENTS }))).trips).toBe(3);
    expect((await trace.of(() => put({}))).trips).toBe(2);
  });
});
