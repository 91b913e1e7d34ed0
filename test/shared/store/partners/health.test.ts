import { describe, expect, it } from '@jest/globals';
import { newPartnerId } from '../../../../shared/domain/ids.ts';
import { type Health, isFailing } from '../../../../shared/domain/partners/health.ts';
import { healthStore } from '../../../../shared/store/partners/health.ts';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { changeItem, itemAt, START_MS } from '../../../support/functions/deliveries.ts';
import { losingResponses, overtaken } from '../../../support/table/faulty.ts';
import { testTable } from '../../../support/table/table.ts';

const LATER_MS = START_MS + 300_000;

const table = await testTable();

describe('the stored health of a partner', () => {
  let attempts = 0;
  const aFailure = (about: { isFirstOfRound?: boolean; atMs?: number } = {}) => ({
    token: `token-${++attempts}`,
    isFirstOfRound: true,
    atMs: START_MS,
    outcome: 'status 500',
    ...about,
  });
  /** Acts on one new partner. */
  function world(on: Table = table) {
    const partnerId = newPartnerId();
    const store = healthStore(on);
    const now = async () => (await healthStore(table).of([partnerId]))(partnerId);
    return {
      partnerId,
      now,
      item: () => itemAt(table, keys.health(partnerId)),
      fail: (about = {}) => store.noteFailure(partnerId, aFailure(about)),
      succeed: (atMs = START_MS) => store.noteSuccess(partnerId, atMs, 'status 200'),
      change: async (seen?: Health, nowMs = START_MS) => store.makeDueChange(partnerId, seen ?? (await now()), nowMs),
      sent: (notice: Parameters<typeof store.markSent>[1]) => store.markSent(partnerId, notice),
    };
  }
  type World = ReturnType<typeof world>;
  const failTimes = (partner: World, times: number) => Promise.all(Array.from({ length: times }, () => partner.fail()));
  async function failing() {
    const partner = world();
    await failTimes(partner, 5);
    const change = await partner.change();
    if (!change?.notice) throw new Error('The partner did not become failing');
    return { partner, notice: change.notice };
  }
  /** Returns a failing partner that recovered, and whose notice of failing was sent. */
  async function recovered() {
    const { partner, notice } = await failing();
    await partner.sent(notice);
    await partner.succeed();
    return partner;
  }

  it('the health of a partner without failures is not stored', async () => {
    const partner = world();
    await partner.succeed();
    expect(await partner.now()).toEqual({});
    expect(await partner.item()).toBeUndefined();
  });

  it('20 first attempts of a partner that fail at the same time are all counted', async () => {
    const partner = world();
    await failTimes(partner, 20);
    expect(await partner.now()).toMatchObject({ failures: 20, lastOutcome: 'status 500' });
  });

  it('a failed attempt is counted once if the SDK repeats the write after a lost response', async () => {
    const partner = world(losingResponses(table));
    await partner.fail();
    await partner.fail();
    expect((await partner.now()).failures).toBe(2);
  });

  it('a failed retry is not counted as another failure of the partner', async () => {
    const partner = world();
    await partner.fail();
    await partner.fail({ isFirstOfRound: false, atMs: LATER_MS });
    expect(await partner.now()).toMatchObject({ failures: 1, runSinceMs: START_MS, lastFailedAtMs: LATER_MS });
  });

  it('the count of failures begins again after a success', async () => {
    const partner = world();
    await failTimes(partner, 4);
    await partner.succeed();
    await partner.fail();
    expect((await partner.now()).failures).toBe(1);
  });

  it('a failure does not count if its request was sent before the recovery', async () => {
    const partner = world();
    await partner.fail();
    await partner.succeed(LATER_MS);
    await failTimes(partner, 5);
    expect(await partner.now()).toMatchObject({ recoveredAtMs: LATER_MS, lastOutcome: 'status 200' });
    expect((await partner.now()).runSinceMs).toBeUndefined();
    await partner.fail({ atMs: LATER_MS });
    expect(await partner.now()).toMatchObject({ failures: 1, runSinceMs: LATER_MS });
  });

  it('a run of failures continues if a success from before the run is stored late', async () => {
    const partner = world();
    await partner.fail({ atMs: LATER_MS });
    await partner.succeed(LATER_MS - 1);
    expect((await partner.now()).failures).toBe(1);
    await partner.succeed(LATER_MS);
    expect((await partner.now()).failures).toBeUndefined();
  });

  it('a late copy of an older success does not end a run of failures', async () => {
    const first = world();
    await first.fail();
    const late = overtaken(table, async () => {
      await first.succeed();
      await first.fail({ atMs: LATER_MS });
    });
    await healthStore(late).noteSuccess(first.partnerId, START_MS, 'status 200');
    expect(await first.now()).toMatchObject({ failures: 1, runSinceMs: LATER_MS });
  });

  it('a partner becomes failing once even if ten functions store the change at the same time', async () => {
    const partner = world();
    await failTimes(partner, 5);
    const seen = await partner.now();
    const changes = await Promise.all(Array.from({ length: 10 }, () => partner.change(seen)));
    expect(changes.filter((change) => change !== undefined)).toHaveLength(1);
    const health = await partner.now();
    expect(isFailing(health)).toBe(true);
    expect(health.failureNotice).toMatchObject({ state: 'failing', sinceMs: START_MS, failures: 5 });
  });

  it('a partner does not become failing if a success has ended the run of failures meanwhile', async () => {
    const partner = world();
    await failTimes(partner, 5);
    const seen = await partner.now();
    await partner.succeed();
    await partner.fail({ atMs: LATER_MS });
    expect(await partner.change(seen)).toBeUndefined();
    expect(isFailing(await partner.now())).toBe(false);
  });

  it('a partner that fails again before its recovery was announced causes no second notice', async () => {
    const partner = await recovered();
    expect(isFailing(await partner.now())).toBe(false);
    await failTimes(partner, 5);
    expect((await partner.change())?.kind).toBe('relapse');
    const health = await partner.now();
    expect([isFailing(health), health.outageSinceMs, health.failureNotice]).toEqual([true, START_MS, undefined]);
  });

  it('a partner does not become failing if its run of failures has ended since its health was read', async () => {
    const partner = await recovered();
    await failTimes(partner, 5);
    const seen = await partner.now();
    await partner.succeed();
    expect(await partner.change(seen)).toBeUndefined();
    expect(isFailing(await partner.now())).toBe(false);
  });

  it('a new notice is stored if a partner fails again after its recovery was announced', async () => {
    const partner = await recovered();
    const stale = { ...(await partner.now()), runSinceMs: LATER_MS, failures: 5 };
    await partner.change(undefined, LATER_MS);
    await Promise.all([1, 2, 3, 4, 5].map(() => partner.fail({ atMs: LATER_MS })));
    expect(await partner.change(stale)).toBeUndefined();
    expect(await partner.change()).toMatchObject({ kind: 'fail', notice: { sinceMs: LATER_MS } });
  });

  it('a recovery is announced once even if ten sweeps run at the same time', async () => {
    const partner = await recovered();
    const seen = await partner.now();
    const changes = await Promise.all(Array.from({ length: 10 }, () => partner.change(seen, LATER_MS)));
    expect(changes.filter((change) => change !== undefined)).toHaveLength(1);
    const health = await partner.now();
    expect(health.recoveryNotice).toMatchObject({ state: 'healthy', sinceMs: START_MS, failingSinceMs: START_MS });
    expect(health.outageSinceMs).toBeUndefined();
  });

  it('a recovery is not announced if an attempt has failed meanwhile', async () => {
    const partner = await recovered();
    const seen = await partner.now();
    await partner.fail();
    expect(await partner.change(seen, LATER_MS)).toBeUndefined();
    expect((await partner.now()).recoveryNotice).toBeUndefined();
  });

  it('a recovery is announced five minutes after the success that followed the last failure', async () => {
    const partner = await recovered();
    await partner.fail();
    await partner.succeed(START_MS + 60_000);
    expect(await partner.change(undefined, LATER_MS)).toBeUndefined();
    expect((await partner.change(undefined, LATER_MS + 60_000))?.kind).toBe('recover');
  });

  it('a stored notice stays until the notice with the same id was sent', async () => {
    const { partner, notice } = await failing();
    await partner.sent({ ...notice, id: 'of an earlier outage' });
    expect((await partner.now()).failureNotice).toEqual(notice);
    await partner.sent(notice);
    expect((await partner.now()).failureNotice).toBeUndefined();

    await partner.succeed();
    const recovery = (await partner.change(undefined, LATER_MS))?.notice;
    if (!recovery) throw new Error('The recovery was not announced');
    await partner.sent({ ...recovery, id: 'of an earlier recovery' });
    expect((await partner.now()).recoveryNotice).toEqual(recovery);
    await partner.sent(recovery);
    expect((await partner.now()).recoveryNotice).toBeUndefined();
  });

  it('a stored health of an unknown format counts as empty', async () => {
    const partner = world();
    await changeItem(table, keys.health(partner.partnerId), { runSinceMs: 'of another version' });
    expect(await partner.now()).toEqual({});
    await partner.succeed();
    expect(await partner.item()).toMatchObject({ runSinceMs: 'of another version' });
  });
});
