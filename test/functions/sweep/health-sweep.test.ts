import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Notices } from '../../../shared/delivery/notices.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../shared/store/deliveries/due-deliveries.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../../shared/store/partners/health.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem, START_MS, SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { responded } from '../../support/functions/delivery-world.ts';
import { FIVE_MINUTES_MS, type HealthWorld, healthWorld } from '../../support/functions/health-world.ts';
import { sweepOn } from '../../support/functions/pipeline.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const isAway: Notices = { send: () => Promise.reject(new Error('SNS is away')) };

let world: HealthWorld;
beforeEach(async () => {
  world = healthWorld(await testTable());
});

describe('the health of partners in the sweep', () => {
  const unreadable = () =>
    intercepted(world.table, async () => {
      throw new Error('Throttled');
    });

  interface Circumstances {
    readonly notices?: Notices;
    readonly on?: Table;
    /** What the shards of due deliveries are read from. */
    readonly shardsOn?: Table;
    readonly remainingMs?: number;
  }

  async function sweepAt(nowMs: number, about: Circumstances = {}) {
    const sent: unknown[] = [];
    const { noted, ...telemetry } = recordingTelemetry();
    const listening: Notices = { send: async (partner, notice) => void sent.push({ ...partner, ...notice }) };
    const on = about.on ?? world.table;
    const sweep = sweepOn(
      { table: on, notices: about.notices ?? listening, nowMs: () => nowMs },
      {
        ...telemetry,
        due: dueDeliveryStore(about.shardsOn ?? world.table, { sweepPeriodMs: SWEEP_PERIOD_MS }),
        deliveries: deliveryStore(world.table, { sweepPeriodMs: SWEEP_PERIOD_MS }),
        lanes: laneStore(world.table),
        wakeUps: { sendAll: async () => [] },
      },
    );
    const [ending] = await Promise.allSettled([
      sweep({}, { getRemainingTimeInMillis: () => about.remainingMs ?? 100_000 }),
    ]);
    return { sent, noted: noted(), ending: ending.status };
  }

  it('the sweep announces a recovery once, after five minutes without a failure', async () => {
    const partnerId = await world.aPartner();
    await world.attempt(partnerId, 5, responded(503));
    await world.attempt(partnerId, 1, responded(200));
    expect((await sweepAt(START_MS + FIVE_MINUTES_MS - 1)).sent).toEqual([]);
    const { sent } = await sweepAt(START_MS + FIVE_MINUTES_MS);
    expect(sent).toMatchObject([{ partnerId, state: 'healthy', failingSinceMs: START_MS, lastOutcome: 'status 200' }]);
    expect((await sweepAt(START_MS + 2 * FIVE_MINUTES_MS)).sent).toEqual([]);
  });

  it('the sweep repeats an unsent notice with the same id until the notice is sent', async () => {
    const partnerId = await world.aPartner();
    const { noted } = await world.attempt(partnerId, 5, responded(503), { notices: isAway });
    expect(noted()).not.toHaveProperty('unhandledError');
    const { failureNotice } = await world.healthOf(partnerId);
    expect((await sweepAt(START_MS, { notices: isAway })).noted).toMatchObject({ unhandledError: 1 });
    expect((await sweepAt(START_MS)).sent).toMatchObject([{ id: failureNotice?.id, state: 'failing' }]);
    expect((await sweepAt(START_MS)).sent).toEqual([]);
  });

  it('the sweep sends the notice about a failing partner if a crash prevented this notice', async () => {
    const partnerId = await world.aPartner();
    const failure = { isFirstOfRound: true, atMs: START_MS, outcome: 'timeout' };
    for (const token of ['1', '2', '3', '4', '5'])
      await healthStore(world.table).noteFailure(partnerId, { ...failure, token });
    expect((await sweepAt(START_MS)).sent).toMatchObject([{ partnerId, state: 'failing', lastOutcome: 'timeout' }]);
  });

  it('the sweep counts active and failing partners, but no suspended partners', async () => {
    const [failing, , suspended] = await Promise.all([world.aPartner(), world.aPartner(), world.aPartner('suspended')]);
    await world.attempt(failing, 5, responded(503));
    for (const partnerId of [failing, suspended])
      await changeItem(world.table, keys.health(partnerId), { outageSinceMs: START_MS });
    expect((await sweepAt(START_MS)).noted).toEqual({ activePartners: 2, failingPartners: 1 });
  });

  it('the sweep writes no metrics about partners while no partner is failing', async () => {
    await world.aPartner();
    expect((await sweepAt(START_MS)).noted).toEqual({});
  });

  it('the sweep sends the notices of other partners even if the notice of one partner cannot be sent', async () => {
    const partnerIds = await Promise.all([world.aPartner(), world.aPartner(), world.aPartner()]);
    for (const partnerId of partnerIds) await world.attempt(partnerId, 5, responded(503), { notices: isAway });
    const isBad = (partnerId: string) => partnerId === partnerIds[1];
    const heard: string[] = [];
    const send: Notices['send'] = async ({ partnerId }) => {
      if (isBad(partnerId)) throw new Error('SNS does not like it');
      heard.push(partnerId);
    };
    const { noted } = await sweepAt(START_MS, { notices: { send } });
    expect(heard.toSorted()).toEqual(partnerIds.filter((partnerId) => !isBad(partnerId)).toSorted());
    expect(noted).toMatchObject({ unhandledError: 1 });
  });

  it('the sweep sends the notices of other partners even if the item of one partner has an unknown format', async () => {
    const [unreadable, failing] = [await world.aPartner(), await world.aPartner()];
    await world.attempt(failing, 5, responded(503), { notices: isAway });
    await changeItem(world.table, keys.partner(unreadable), { lineCount: 'many' });
    const { sent, noted } = await sweepAt(START_MS);
    expect(sent).toMatchObject([{ partnerId: failing, state: 'failing' }]);
    expect(noted).toMatchObject({ activePartners: 1, failingPartners: 1, unhandledError: 1 });
  });

  it('the sweep sends notices even if it cannot read the due deliveries', async () => {
    const partnerId = await world.aPartner();
    await world.attempt(partnerId, 5, responded(503), { notices: isAway });
    const { sent, noted, ending } = await sweepAt(START_MS, { shardsOn: unreadable() });
    expect(ending).toBe('rejected');
    expect(sent).toMatchObject([{ partnerId, state: 'failing' }]);
    expect(noted).toMatchObject({ activePartners: 1, failingPartners: 1 });
  });

  it('a sweep that has little time left leaves notices to the next sweep', async () => {
    await world.attempt(await world.aPartner(), 5, responded(503), { notices: isAway });
    const { sent, noted } = await sweepAt(START_MS, { remainingMs: 9_999 });
    expect(sent).toEqual([]);
    expect(noted).toMatchObject({ activePartners: 1, failingPartners: 1 });
    expect((await sweepAt(START_MS)).sent).toHaveLength(1);
  });

  it('the sweep wakes deliveries even if it cannot read the registry of partners', async () => {
    await world.callsOf(await world.aPartner(), 1);
    const { noted } = await sweepAt(START_MS + SWEEP_PERIOD_MS, { on: unreadable() });
    expect(noted).toEqual({ sweepRescued: 1, unhandledError: 1 });
  });
});
