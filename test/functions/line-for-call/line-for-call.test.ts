import { describe, expect, it } from '@jest/globals';
import { createHandler as getAgent } from '../../../functions/get-agent/handler.ts';
import { createHandler } from '../../../functions/line-for-call/handler.ts';
import { createHandler as updateAgent } from '../../../functions/update-agent/handler.ts';
import { setPlan } from '../../../operator/records/line-changes.ts';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { setPartnerState } from '../../../operator/records/partner-changes.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { NotingLogger, recordingTelemetry, silent } from '../../support/functions/telemetry.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

const AGENT = { persona: 'Be kind.', summaryRecipients: [{ email: 'owner@example.com' }] };
let numbers = 0;
const newNumber = () => `+8210${String(10_000_000 + numbers++)}`;

async function aLine() {
  const world = await lineWorld(table);
  const tenantId = await world.line({ agent: AGENT });
  const { partnerId } = world;
  const { noted, ...telemetry } = recordingTelemetry();
  const lookUp = createHandler({ ...telemetry, table });
  return {
    ...{ world, tenantId, partnerId, lookUp, noted },
    version: async (): Promise<unknown> => {
      const response = await lookUp({ tenantId });
      return 'version' in response ? response.version : response;
    },
    put: (body: unknown) => exchange(updateAgent({ ...silent, table }), { partnerId, tenantId, body }),
    agent: async () => (await exchange(getAgent({ ...silent, table }), { partnerId, tenantId })).body,
    attach: (number: string) => attachNumber(asOperator(table), tenantId, number),
    detach: () => detachNumber(asOperator(table), tenantId),
  };
}

describe('the look-up of the line for a call', () => {
  it('a look-up by number returns the line, the agent settings, and how long the voice platform may use its copy', async () => {
    const { tenantId, partnerId, lookUp, agent, attach } = await aLine();
    const number = newNumber();
    await attach(number);
    expect(await lookUp({ number })).toEqual({
      line: { tenantId, partnerId, name: 'Corner Cafe', region: 'kr', number, plan: null },
      agent: await agent(),
      version: expect.stringMatching(/^[\w-]{43}$/),
      maxAgeSeconds: 60,
      staleIfErrorSeconds: 86_400,
    });
  });

  it('a look-up by tenantId returns the same as a look-up by number', async () => {
    const { tenantId, lookUp, attach } = await aLine();
    expect(await lookUp({ tenantId })).toMatchObject({ line: { tenantId, number: null } });
    const number = newNumber();
    await attach(number);
    expect(await lookUp({ tenantId })).toEqual(await lookUp({ number }));
  });

  it('a look-up returns a line even if its partner is suspended', async () => {
    const { tenantId, partnerId, lookUp } = await aLine();
    await setPartnerState(asOperator(table), partnerId, 'suspended');
    expect(await lookUp({ tenantId })).toHaveProperty('line');
  });

  it('a look-up returns a change of agent settings right after the response to the PUT', async () => {
    const changed = async () => {
      const { tenantId, lookUp, put } = await aLine();
      const stale: string[] = [];
      for (let change = 1; change <= 20; change += 1) {
        const greeting = `Change ${change}`;
        await put({ greeting });
        const found = await lookUp({ tenantId });
        if (!('agent' in found) || found.agent.greeting !== greeting) stale.push(greeting);
      }
      return stale;
    };
    expect((await Promise.all(Array.from({ length: 10 }, changed))).flat()).toEqual([]);
  });

  it('a look-up returns the same version until its result changes', async () => {
    const { tenantId, put, attach, version } = await aLine();
    const versions = [await version()];
    expect(await version()).toBe(versions[0]);
    for (const change of [
      () => put({ greeting: 'Hello' }),
      () => attach(newNumber()),
      () => setPlan(asOperator(table), tenantId, { tier: 'gold' }),
    ]) {
      await change();
      versions.push(await version());
    }
    expect(new Set(versions).size).toBe(4);
  });

  it.each([
    ['a number that no line has', () => ({ number: newNumber() })],
    ['an id that no line has', () => ({ tenantId: 'tn_01ARZ3NDEKTSV4RRFFQ69G5FAV' })],
    ['an id that is not of our form', () => ({ tenantId: '../etc' })],
  ])('a look-up reports that %s is not served', async (_, input) => {
    const { lookUp } = await aLine();
    expect(await lookUp(input())).toEqual({ notServed: { reason: 'unknown' }, maxAgeSeconds: 60 });
  });

  it('a look-up by a detached number reports that the number is not served', async () => {
    const { lookUp, attach, detach } = await aLine();
    const number = newNumber();
    await attach(number);
    await detach();
    expect(await lookUp({ number })).toMatchObject({ notServed: { reason: 'unknown' } });
  });

  it('a look-up by the id of a terminated line reports that the line is not served', async () => {
    const { world, tenantId, lookUp } = await aLine();
    await world.terminate(tenantId);
    expect(await lookUp({ tenantId })).toEqual({ notServed: { reason: 'terminated' }, maxAgeSeconds: 60 });
  });

  it('a look-up by tenantId takes one round trip to the table, and a look-up by number takes two', async () => {
    const { tenantId, attach, lookUp } = await aLine();
    const number = newNumber();
    await attach(number);
    const trips = roundTrips(table);
    const byId = await trips.of(() => lookUp({ tenantId }));
    expect(byId).toEqual({ trips: 1, commands: ['BatchGetItemCommand'] });
    const byNumber = await trips.of(() => lookUp({ number }));
    expect(byNumber).toEqual({ trips: 2, commands: ['BatchGetItemCommand', 'GetItemCommand'] });
  });

  it('the count of look-ups excludes refreshes and unknown numbers', async () => {
    const { tenantId, lookUp, noted } = await aLine();
    await lookUp({ tenantId, purpose: 'refresh' });
    await lookUp({ number: newNumber() });
    expect(noted().callsLookedUp).toBeUndefined();
    await lookUp({ tenantId, purpose: 'call' });
    await lookUp({ tenantId });
    expect(noted().callsLookedUp).toBe(2);
  });

  it.each([
    ['an undefined input', undefined],
    ['an input with neither number nor tenantId', {}],
    ['an input with both number and tenantId', { number: '+821012345678', tenantId: 'tn_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ['a number that is not E.164', { number: '010-1234-5678' }],
    ['a tenantId of 250 KB', { tenantId: 'x'.repeat(250_000) }],
    ['an unknown purpose', { tenantId: 'tn_1', purpose: 'listen' }],
  ])('a look-up refuses %s', async (_, input) => {
    const { lookUp } = await aLine();
    expect(await lookUp(input)).toEqual({ refused: { message: expect.stringMatching(/\w/) } });
  });

  it('a look-up fails if the table does not respond', async () => {
    const on = intercepted(table, async () => {
      throw new Error('no response');
    });
    const { tenantId } = await aLine();
    const lookUp = createHandler({ ...silent, table: on });
    await expect(lookUp({ tenantId })).rejects.toThrow('no response');
    await expect(lookUp({ number: newNumber() })).rejects.toThrow('no response');
  });

  it("the log line of a look-up contains the line's id, but none of the line's settings", async () => {
    const { tenantId } = await aLine();
    const logger = new NotingLogger();
    await createHandler({ ...silent, logger, table })({ tenantId });
    expect(JSON.stringify(logger.lines)).toContain(tenantId);
    expect(JSON.stringify(logger.lines)).not.toMatch(/kind|owner@|Corner/);
  });
});
