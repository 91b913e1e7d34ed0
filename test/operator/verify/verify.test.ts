import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { COUNT, FORM, INVARIANTS, type InvariantName } from '../../../operator/invariants/invariants.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { type Key, keys } from '../../../shared/store/table/keys.ts';
import { changeItem, itemAt, putItem, removeItem } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';
import { type SoundWorld, soundWorld } from '../sound-world.ts';

interface Damage {
  /** The item that is damaged. */
  readonly at: Key;
  /** What is set in the item. Without it, the item is deleted. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** The place that breaks the invariant, if it is another. */
  readonly brokenAt?: Key;
}

const deliveryOf = ({ calls }: SoundWorld, name: keyof SoundWorld['calls']) => keys.delivery(calls[name].callId);

/** For each invariant, damages that break it. */
const DAMAGES: Readonly<Record<InvariantName, (world: SoundWorld) => readonly Damage[]>> = {
  everyItemHasItsForm: (world) => [
    { at: deliveryOf(world, 'delivered'), set: { summary: 'Words in the wrong place' } },
    { at: keys.agent(world.plain), set: { version: 'one' } },
  ],
  activeLinesAreCounted: ({ partnerId }) => [{ at: keys.partner(partnerId), set: { lineCount: 7 } }],
  partnersAreWhole: ({ partnerId }) => [
    { at: keys.registryEntry(partnerId), brokenAt: keys.partner(partnerId) },
    { at: keys.secret(partnerId), brokenAt: keys.partner(partnerId) },
    { at: keys.partner(partnerId), set: { name: 'Another name' } },
    { at: keys.partner(partnerId), brokenAt: keys.secret(partnerId) },
  ],
  hintsAreOfTheSecret: ({ partnerId }) => [{ at: keys.webhook(partnerId), set: { signingSecretHint: 'ffff' } }],
  healthIsWhole: ({ partnerId }) => [{ at: keys.health(partnerId), set: { outageSinceMs: 1, failureNotice: NOTICE } }],
  secretsInForceCameByPut: ({ partnerId }) => [{ at: keys.webhook(partnerId), brokenAt: keys.secret(partnerId) }],
  waitingSecretsAreOthers: ({ partnerId }) => [
    { at: keys.waitingSecret(partnerId), set: { ciphertext: 'c2VhbGVk', hint: '00ff', waitingSince: SINCE } },
  ],
  delegationsMirrorLines: ({ partnerId, plain, terminated }) => [
    { at: keys.delegation(partnerId, plain), brokenAt: keys.line(plain) },
    { at: keys.line(plain), set: { name: 'Another name' } },
    { at: keys.line(plain), brokenAt: keys.delegation(partnerId, plain) },
    { at: keys.delegation(partnerId, terminated), set: { tenantId: terminated }, brokenAt: keys.line(terminated) },
  ],
  externalIdsNameTheirLines: ({ partnerId, plain, terminated }) => [
    { at: keys.externalId(partnerId, `shop-${partnerId}`), brokenAt: keys.line(plain) },
    { at: keys.externalId(partnerId, 'nobody'), set: { tenantId: terminated } },
  ],
  numbersServeActiveLines: ({ plain, withNumber, number }) => [
    { at: keys.number(number), brokenAt: keys.line(withNumber) },
    { at: keys.number(number), set: { tenantId: plain } },
    { at: keys.line(withNumber), set: { number: '+15550000000' } },
  ],
  settingsStandWithTheirLine: ({ plain, purged }) => [
    { at: keys.agent(plain), brokenAt: keys.line(plain) },
    { at: keys.owner(plain), set: { partnerId: 'pt_another' }, brokenAt: keys.line(plain) },
    { at: keys.agent(purged), set: { version: 1 }, brokenAt: keys.line(purged) },
    { at: keys.line(plain), brokenAt: keys.agent(plain) },
  ],
  keysReturnTheirLine: ({ partnerId }) => [
    { at: keys.idempotency(partnerId, `key-${partnerId}`), set: { response: '{}' } },
  ],
  callsAndDeliveriesAgree: (world) => {
    const { callId, tenantId, storedAtMs } = world.calls.delivered;
    const call = keys.call(tenantId, storedAtMs, callId);
    return [
      { at: call, brokenAt: deliveryOf(world, 'delivered') },
      { at: deliveryOf(world, 'delivered'), brokenAt: call },
      { at: deliveryOf(world, 'delivered'), set: { callExpiresAtUnixSeconds: NOW_MS } },
      { at: deliveryOf(world, 'delivered'), set: { status: 'skipped', skipReason: 'deleted' } },
    ];
  },
  indexesHoldTheirRows: (world) => [
    { at: deliveryOf(world, 'delivered'), set: { dueShard: 'DUE#0', sweepAtMs: 0 } },
    { at: deliveryOf(world, 'pending'), set: { dueShard: 'DUE#99' } },
    { at: deliveryOf(world, 'dead'), set: { recordedAtCallId: 'elsewhere' } },
  ],
  undeliveredIsIndexed: (world) => [
    { at: deliveryOf(world, 'dead'), set: { undeliveredShard: 'UNDELIVERED#skipped#0' } },
    { at: deliveryOf(world, 'pending'), set: { undeliveredShard: 'UNDELIVERED#dead#0' } },
  ],
  deliveriesAreWhole: (world) => [
    { at: deliveryOf(world, 'delivered'), set: { log: [] } },
    { at: deliveryOf(world, 'dead'), set: { attempts: 3 } },
    { at: deliveryOf(world, 'pending'), set: { attempts: 9 } },
    { at: deliveryOf(world, 'pending'), set: { leaseToken: 'token' } },
  ],
  terminationsAreComplete: ({ plain }) => [
    { at: keys.line(plain), set: { status: 'terminated', terminatedAt: '2026-11-21T08:59:00.000Z' } },
  ],
};

const SINCE = '2026-11-21T09:00:00.000Z';
const NOTICE = { id: 'n', state: 'failing', sinceMs: 2, failures: 5, lastOutcome: 'timeout' };

describe('the command `verify`', () => {
  let table: Table;
  let world: SoundWorld;
  let operator: Awaited<ReturnType<typeof operatorWorld>>;

  beforeAll(async () => {
    table = await testTable();
    world = await soundWorld(table);
    // A missing webhook shows only if its secret was put in force by a PUT.
    await changeItem(table, keys.secret(world.partnerId), { inForceSince: SINCE });
    operator = await operatorWorld({ table });
  });

  /** Damages an item, and returns a function that repairs it. */
  async function damage({ at, set }: Damage): Promise<() => Promise<unknown>> {
    const before = await itemAt(table, { ...at });
    await (set ? changeItem(table, { ...at }, set) : removeItem(table, { ...at }));
    return () => (before ? putItem(table, before) : removeItem(table, { ...at }));
  }

  it('the command `verify` finds nothing in an undamaged table', async () => {
    const { code, out, err } = await operator.run('--json', 'verify');
    expect({ code, err }).toEqual({
      code: 0,
      err: 'This reads the whole table: about 8000 items, 17000 read units, 0.00 US dollars on AWS. DynamoDB counts items about every six hours.\n',
    });
    const { items, checked, broken } = JSON.parse(out);
    expect(broken).toEqual([]);
    expect(checked[FORM]).toBe(items);
    expect(Object.keys(checked).sort()).toEqual([...Object.keys(INVARIANTS), FORM, COUNT].sort());
    expect(
      Object.entries(checked).filter(([name, count]) => count === 0 && name !== 'waitingSecretsAreOthers'),
    ).toEqual([]);
  });

  it.each(Object.entries(DAMAGES))('the command `verify` finds damage that breaks %s', async (invariant, damagesIn) => {
    for (const done of damagesIn(world)) {
      const repair = await damage(done);
      const { code, out, err } = await operator.run('--json', 'verify');
      await repair();
      const { PK, SK } = done.brokenAt ?? done.at;
      expect(JSON.parse(out).broken).toContainEqual({ invariant, key: `${PK} ${SK}` });
      expect(code).toBe(1);
      expect(err).toContain('See "Data is damaged" in docs/runbook.md.');
    }
  });

  it('the command `verify` does not report an item that was repaired meanwhile', async () => {
    let repair: (() => Promise<unknown>) | undefined = await damage({
      at: keys.partner(world.partnerId),
      set: { lineCount: 7, name: 'Another name' },
    });
    const stale = intercepted(table, async (command) => {
      const response = await table.db.send(command);
      if (command instanceof BatchGetCommand) {
        await repair?.();
        repair = undefined;
      }
      return response;
    });
    const { broken } = await (await operatorWorld({ table: stale })).json('verify');
    expect(broken).toEqual([]);
  });
});
