import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, callRecorderOn, deliveryRow, itemAt, manyRecorded } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { intercepted, losingResponses } from '../../support/table/faulty.ts';
import { operatorWorld, outputs } from '../operator-world.ts';

const DAY_MS = 86_400_000;
const apply = ['retention', 'apply'];

describe('the command `retention apply`', () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  let partnerIds: string[];
  beforeEach(async () => {
    world = await operatorWorld();
    const partners = [await lineWorld(world.table), await lineWorld(world.table)];
    partnerIds = partners.map(({ partnerId }) => partnerId);
  });

  /** Stores a call of the given age in days, of the first or the second partner. */
  async function call(callId: string, ageDays: number, ofPartner = 0, callsDays?: number) {
    const item = aCall({ callId, partnerId: partnerIds[ofPartner] ?? '', storedAtMs: NOW_MS - ageDays * DAY_MS });
    await callRecorderOn(world.table, { callsDays }).store(item, () => item.storedAtMs);
    return {
      stored: () => itemAt(world.table, keys.call(item.tenantId, item.storedAtMs, callId)),
      delivery: () => deliveryRow(world.table, callId),
      expiry: (days: number) => (item.storedAtMs + days * DAY_MS) / 1_000,
      tenantId: item.tenantId,
    };
  }

  it('the command `retention apply` stores an expiry in the calls of all partners and in their deliveries', async () => {
    const [old, young] = [await call('c-old', 31), await call('c-young', 1, 1)];
    expect(await world.json(...apply)).toEqual({ callsDays: 30, found: 2, expired: 1, changed: 2 });
    for (const each of [old, young]) {
      const expiry = each.expiry(30);
      expect(await each.stored()).toMatchObject({ expiresAtUnixSeconds: expiry, summary: expect.any(String) });
      expect(await each.delivery()).toMatchObject({ callExpiresAtUnixSeconds: expiry, status: 'pending' });
    }
    expect(await world.json(...apply)).toEqual({ callsDays: 30, found: 0, expired: 0, changed: 0 });
  });

  it('the command `retention apply` can make the expiry of a call earlier, but not later', async () => {
    const longer = await call('c-longer', 1, 0, 60);
    const shorter = await call('c-shorter', 1, 0, 7);
    expect(await world.json(...apply)).toMatchObject({ found: 1, changed: 1 });
    expect(await longer.stored()).toMatchObject({ expiresAtUnixSeconds: longer.expiry(30) });
    expect(await shorter.stored()).toMatchObject({ expiresAtUnixSeconds: shorter.expiry(7) });
  });

  it('the command `retention apply` changes nothing with `--dry-run`', async () => {
    const old = await call('c-old', 31);
    expect((await world.run(...apply, '--dry-run')).out).toBe(
      'Calls whose expiry would change: 1. Of these, 1 are older than 30 days and would disappear at once. Nothing was changed.\n',
    );
    expect(await old.stored()).not.toHaveProperty('expiresAtUnixSeconds');
    expect(await old.delivery()).not.toHaveProperty('callExpiresAtUnixSeconds');
    expect(await world.json('audit', 'list')).toEqual([]);
  });

  it('the command `retention apply` creates no items for deleted calls', async () => {
    const gone = await call('c-gone', 31);
    await world.json('call', 'delete', '--tenant', gone.tenantId, '--call', 'c-gone');
    expect(await world.json(...apply)).toMatchObject({ found: 0, changed: 0 });
    expect(await gone.stored()).toBeUndefined();
  });

  it('if a call is deleted while `retention apply` runs, the command does not count the call as expired', async () => {
    const { tenantId } = await call('c-gone', 31);
    const deleting = intercepted(world.table, async (command) => {
      if (command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('c-gone'))
        await world.json('call', 'delete', '--tenant', tenantId, '--call', 'c-gone');
      return world.table.db.send(command);
    });
    const { out } = await (await operatorWorld({ table: deleting })).run(...apply);
    expect(out).toBe(
      'Calls whose expiry has changed: 0 of 1. Of these, 0 are older than 30 days and have disappeared.\n',
    );
  });

  it('the command `retention apply` changes at most 200 calls per second', async () => {
    const calls = Array.from({ length: 101 }, () => aCall({ partnerId: partnerIds[0] ?? '', storedAtMs: NOW_MS }));
    await manyRecorded(world.table, calls);
    expect(await world.json(...apply)).toMatchObject({ found: 101, changed: 101 });
    expect(world.sleptMs).toEqual([160, 160, 160, 25]);
  });

  it('another run of `retention apply` changes the calls that an interrupted run did not change', async () => {
    await call('c-1', 1);
    const halting = { sleepMs: () => Promise.reject(new Error('The terminal was closed')) };
    const halted = await operatorWorld({ table: world.table, parts: halting });
    await call('c-2', 1, 1);
    expect(await halted.run(...apply)).toEqual({
      code: 1,
      out: '',
      err: 'Not done: Interrupted, calls changed so far: at least 1 (The terminal was closed); run the command again to change the rest\n',
    });
    expect(await world.json(...apply)).toMatchObject({ found: 1, changed: 1 });
  });

  it('the error of an interrupted `retention apply` also counts calls that changed just before the failure', async () => {
    await call('c-1', 1);
    await call('c-2', 2);
    const { table } = world;
    let writes = 0;
    const failing = intercepted(table, async (command) => {
      if (command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('c-1')) {
        // Fails once the other change has been made.
        while (writes === 0) await new Promise(setImmediate);
        throw new Error('Away');
      }
      const response = await table.db.send(command);
      if (command instanceof TransactWriteCommand) writes += 1;
      return response;
    });
    const { err } = await (await operatorWorld({ table: failing })).run(...apply);
    expect(err).toContain('calls changed so far: at least 1 (Away)');
  });

  it('the command `retention apply` changes a call even if the response to the write is lost', async () => {
    const one = await call('c-1', 1);
    const lossy = await operatorWorld({ table: losingResponses(world.table) });
    expect(await lossy.json(...apply)).toMatchObject({ found: 1 });
    expect(await one.stored()).toMatchObject({ expiresAtUnixSeconds: one.expiry(30) });
  });

  it('the command `retention apply` is rejected on a stage that keeps calls for ever', async () => {
    const { CallsDays: _, ...ofEarlierVersion } = outputs;
    for (const told of [ofEarlierVersion, { ...outputs, CallsDays: 'none' }]) {
      const { code, err } = await (await operatorWorld({ table: world.table, parts: { outputs: told } })).run(...apply);
      expect([code, err]).toEqual([
        1,
        'partner-lines-dev-service keeps calls for ever. To change that, set callsDays in lib/stages.ts and deploy; ' +
          'locally, start the service with --calls-days.\n',
      ]);
    }
  });

  it('the command `retention apply` asks for confirmation on a stage that keeps its data', async () => {
    await call('c-old', 31);
    const kept = await operatorWorld({ table: world.table, parts: { keepsData: true }, agrees: false });
    expect(await kept.run(...apply)).toMatchObject({ code: 1, err: 'Nothing was done.\n' });
    expect(kept.questions).toEqual([
      'On partner-lines-dev-service: This deletes all calls that are older than the callsDays of the stage, for good. Continue?',
    ]);
    expect(await kept.json(...apply, '--dry-run')).toMatchObject({ found: 1, changed: 0 });
    expect(kept.questions).toHaveLength(1);
    expect(await kept.json(...apply, '--yes')).toMatchObject({ found: 1, changed: 1 });
  });
});
