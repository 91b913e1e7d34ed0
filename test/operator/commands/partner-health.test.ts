import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { healthStore } from '../../../shared/store/partners/health.ts';
import { aCall, onlyDeliveries, recorded } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { operatorWorld } from '../operator-world.ts';

const DAY_MS = 86_400_000;

describe('operator commands for the health of partners', () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  beforeAll(async () => {
    world = await operatorWorld();
  });
  const create = async (name: string): Promise<string> =>
    (await world.json('partner', 'create', '--name', name, '--scopes', 'calls')).partnerId;
  const health = (...more: string[]) => world.json('partner', 'health', ...more);
  const iso = (timeMs: number) => new Date(timeMs).toISOString();

  /** Stores a call whose first attempt took a second and had this outcome. */
  const call = (partnerId: string, storedAtMs: number, outcome = 'status 204') =>
    recorded(world.table, aCall({ partnerId, storedAtMs }), {
      status: outcome === 'status 204' ? 'delivered' : 'refused',
      log: [{ atMs: storedAtMs, outcome, durationMs: 1_000 }],
    });
  async function fail(partnerId: string, atMs: number, times: number): Promise<void> {
    const store = healthStore(world.table);
    for (let nth = 0; nth < times; nth += 1) {
      await call(partnerId, atMs, 'status 410');
      const failure = { token: `${nth}`, isFirstOfRound: true, atMs, outcome: 'status 410' };
      await store.makeDueChange(partnerId, await store.noteFailure(partnerId, failure), atMs);
    }
  }

  it('an operator sees since when a partner is failing', async () => {
    const partnerId = await create('Acme');
    await call(partnerId, NOW_MS - 3_000_000);
    await call(partnerId, NOW_MS - 2_000_000);
    await fail(partnerId, NOW_MS - 1_000_000, 6);
    const shown = {
      partnerId,
      name: 'Acme',
      state: 'failing',
      failingSince: iso(NOW_MS - 1_000_000),
      lastDeliveredAt: iso(NOW_MS - 1_999_000),
      consecutiveFailures: 6,
      lastOutcome: 'status 410',
    };
    expect(await health('--partner', partnerId)).toEqual([shown]);
    await create('Healthy');
    expect(await health('--failing')).toEqual([shown]);
  });

  it('a partner without a run of failures is shown as idle if no delivery succeeded within seven days', async () => {
    const [recent, old, none] = await Promise.all([create('Recent'), create('Old'), create('None')]);
    await call(recent, NOW_MS - 6 * DAY_MS);
    await call(old, NOW_MS - 8 * DAY_MS);
    const delivered = { failingSince: null, consecutiveFailures: 0, lastOutcome: 'status 204' };
    expect(await health('--partner', recent)).toMatchObject([{ ...delivered, state: 'healthy' }]);
    expect(await health('--partner', old)).toMatchObject([{ ...delivered, state: 'idle' }]);
    expect(await health('--partner', none)).toEqual([
      {
        partnerId: none,
        name: 'None',
        state: 'idle',
        failingSince: null,
        lastDeliveredAt: null,
        consecutiveFailures: 0,
        lastOutcome: null,
      },
    ]);
  });

  it("an operator sees a partner's last successful delivery even if 30 failures followed", async () => {
    const partnerId = await create('Unlucky');
    await call(partnerId, NOW_MS - DAY_MS);
    await Promise.all(Array.from({ length: 30 }, () => call(partnerId, NOW_MS - 1_000, 'status 410')));
    const lastDeliveredAt = iso(NOW_MS - DAY_MS + 1_000);
    expect(await health('--partner', partnerId)).toMatchObject([{ lastDeliveredAt, state: 'healthy' }]);
  });

  it('a partner without a run of failures is shown as idle if its last 500 deliveries were skipped', async () => {
    const partnerId = await create('Skipped');
    await call(partnerId, NOW_MS - DAY_MS);
    const skipped = { status: 'skipped', skipReason: 'no webhook' } as const;
    const calls = Array.from({ length: 500 }, () => aCall({ partnerId, storedAtMs: NOW_MS - 1_000 }));
    await onlyDeliveries(world.table, calls, skipped);
    expect(await health('--partner', partnerId)).toMatchObject([{ lastDeliveredAt: null, state: 'idle' }]);
  });

  it("the table of partners' health shows whether a partner is suspended", async () => {
    const by = ['--partner', await create('Shut out')];
    const table = async () => stripVTControlCharacters((await world.run('partner', 'health', ...by)).out);
    expect(await table()).toMatch(/ suspended\n.* no\n$/);
    await world.json('partner', 'suspend', ...by);
    expect(await table()).toMatch(/ suspended\n.* yes\n$/);
    expect((await health(...by))[0]).not.toHaveProperty('suspended');
  });

  it('an operator can store and remove the contact of a partner', async () => {
    const by = ['--partner', await create('Reachable')];
    expect(await world.json('partner', 'contact', ...by, '--email', 'ops@acme.example')).toMatchObject({
      contact: 'ops@acme.example',
    });
    expect(await world.json('partner', 'show', ...by)).toMatchObject({ contact: 'ops@acme.example' });
    expect(await world.json('partner', 'contact', ...by, '--email', 'none')).not.toHaveProperty('contact');
    expect((await world.run('partner', 'contact', '--partner', 'pt_nobody', '--email', 'none')).code).toBe(1);
    const { code, err } = await world.run('partner', 'contact', ...by, '--email', 'no address');
    expect([code, err]).toEqual([2, expect.stringContaining('--email: must be an email address, or the word none')]);
  });
});
