import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { SERVICE_COMMANDS } from '../../../operator/commands.ts';
import { terminateLine } from '../../../shared/store/lines/termination.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, putItem, recorded } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { testTable } from '../../support/table/table.ts';
import { queueWorld, wakeUpOf } from '../dead-letters/queue-world.ts';
import { type Asked, fakeCloudwatch } from '../fake-clients.ts';
import { ACTOR } from '../operator-world.ts';
import { WEBHOOK } from '../sound-world.ts';

type World = Awaited<ReturnType<typeof everything>>;

interface Changing {
  readonly options: string;
  /** What the entry says that the change was made on. */
  readonly on: string;
  readonly outcome?: string;
  /** Whether the entry does not concern the partner of this world. */
  readonly isOfOthers?: true;
}

/** Every command that changes something, in an order in which each of them succeeds. A new one must be added here. */
const CHANGES: Readonly<Record<string, (world: World) => Changing>> = {
  'partner create': () => ({ options: '--name Acme --scopes calls', on: 'partner pt_', isOfOthers: true }),
  'partner quota': ({ partner }) => ({ options: `${partner} --quota 5`, on: 'partner pt_', outcome: 'quota: 5' }),
  'partner update': ({ partner }) => ({
    options: `${partner} --name Beta --scopes calls,webhooks`,
    on: 'partner pt_',
    outcome: 'name: changed; scopes: calls,webhooks',
  }),
  'partner contact': ({ partner }) => ({
    options: `${partner} --email ops@acme.example`,
    on: 'partner pt_',
    outcome: 'contact: stored',
  }),
  'partner suspend': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  'partner activate': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  'key revoke': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  'key rotate': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  'secret rotate': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  'line attach-number': ({ line }) => ({ options: `${line} --number +821012345678`, on: 'line tn_' }),
  'line release-number': ({ line }) => ({ options: line, on: 'line tn_' }),
  'line set-plan': ({ line }) => ({
    options: `${line} --tier gold --status none`,
    on: 'line tn_',
    outcome: 'tier: gold, status: none',
  }),
  'line set-integration': ({ line }) => ({
    options: `${line} --provider a --connected true`,
    on: 'line tn_',
    outcome: 'providerA: connected',
  }),
  'line release': ({ half }) => ({ options: half, on: 'line tn_' }),
  'call record': ({ line }) => ({
    options: `${line} --file calls.json`,
    on: 'line tn_',
    outcome: '2 of 2 calls recorded',
  }),
  'delivery replay': ({ partner }) => ({
    options: `${partner} --since 0`,
    on: 'partner pt_',
    outcome: '2 of 2 deliveries replayed (dead and refused, since 1970-01-01T00:00:00.000Z)',
  }),
  // A look at personal data is recorded like a change.
  'call show': () => ({ options: '--call c-1 --reveal', on: 'call c-1', outcome: 'words shown' }),
  'call delete': ({ call }) => ({ options: call, on: 'call c-1' }),
  sweep: () => ({
    options: '',
    on: 'all due deliveries',
    outcome: 'due: 3, queued: 2, settled as dead: 1',
    isOfOthers: true,
  }),
  'mapping disable': () => ({ options: '--name relay', on: 'mapping relay', outcome: 'Disabled', isOfOthers: true }),
  'mapping enable': () => ({ options: '--name relay', on: 'mapping relay', outcome: 'Enabled', isOfOthers: true }),
  'dlq drop': ({ dropped }) => ({
    options: `--queue dead-letters --message ${dropped}`,
    on: `message ${dropped} in the queue dead-letters`,
    outcome: 'dropped',
  }),
  'dlq redrive': () => ({
    options: '--queue dead-letters',
    on: 'queue dead-letters',
    outcome: '1 of 1 messages redriven',
    isOfOthers: true,
  }),
  'retention apply': () => ({
    options: '',
    on: 'calls of all partners',
    outcome: '1 of 1 calls changed to 30 days',
    isOfOthers: true,
  }),
  'restore copy': ({ restored }) => ({
    options: `--from ${restored}`,
    on: 'items of table ',
    outcome: '0 items copied, 0 left out',
    isOfOthers: true,
  }),
  'partner export': ({ partner }) => ({ options: `${partner} --file out.ndjson`, on: 'partner pt_' }),
  'partner delete': ({ partner }) => ({ options: partner, on: 'partner pt_' }),
  verify: () => ({ options: '', on: 'the whole table', isOfOthers: true }),
};

/** Every command that only reads. */
const READS: Readonly<Record<string, (world: World) => string>> = {
  'partner list': () => '',
  'partner show': ({ partner }) => partner,
  'partner health': ({ partner }) => partner,
  'webhook show': ({ partner }) => partner,
  'line list': ({ partner }) => partner,
  'line show': ({ line }) => line,
  'call trace': () => '--call c-1',
  'call refused': () => '',
  'call reconcile': () => '--file ids.txt',
  'delivery list': ({ partner }) => partner,
  'delivery show': () => '--call c-1',
  'delivery minutes': () => '',
  'delivery counts': ({ partner }) => partner,
  find: () => '--id c-1',
  'queue list': () => '',
  'queue ages': () => '',
  'mapping list': () => '',
  'dlq list': () => '',
  'audit list': ({ partner }) => partner,
  alarms: () => '',
  slo: () => '',
  doctor: () => '',
  'restore compare': ({ restored }) => `--from ${restored}`,
};

/** Returns a service that has everything that a command can change. */
async function everything(queues: ReturnType<typeof queueWorld>) {
  const table = await testTable();
  const lines = await lineWorld(table);
  const { partnerId } = lines;
  await putItem(table, { ...keys.webhook(partnerId), ...WEBHOOK });
  const [line, half] = [await lines.line(), await lines.line({ externalId: 'half' })];
  const termination = { reason: undefined, purge: false, terminatedAt: '2026-11-21T09:00:00.000Z', token: 'token' };
  await terminateLine(table, { partnerId, tenantId: half, externalId: 'half' }, termination);
  for (const callId of ['c-1', 'c-2']) {
    await recorded(table, aCall({ callId, tenantId: line, partnerId }), { status: 'dead', attempts: 8 });
  }
  await queues.send('dead', { ...wakeUpOf('c-1'), partnerId });
  await queues.send('dead', { ...wakeUpOf('c-2'), partnerId });

  let nowMs = NOW_MS;
  let mapping = 'Enabled';
  const asked: Asked[] = [];
  const operator = await queues.operator({
    table,
    files: { 'calls.json': '[{"callId":"c-3","summary":"One"},{"callId":"c-4","summary":"Two"}]' },
    invoked: (name) =>
      name === 'sweep'
        ? { due: 3, queued: 2, settledDead: 1 }
        : { callId: 'c-3', startedAt: '2026-11-21T10:00:00.000Z', alreadyStored: false },
    lambda: (request) => {
      asked.push(request);
      if (request.method === 'PUT') mapping = JSON.stringify(request.body).includes('true') ? 'Enabled' : 'Disabled';
      return { State: mapping };
    },
    parts: {
      cloudwatch: fakeCloudwatch(({ operation }) => ({
        body: operation === 'GetMetricData' ? { MetricDataResults: [] } : { MetricAlarms: [] },
      })),
      // Ten milliseconds apart, so that the order of the entries is known.
      nowMs: () => {
        nowMs += 10;
        return nowMs;
      },
    },
  });
  const [message] = await operator.json('dlq', 'list');
  return {
    table,
    partnerId,
    asked,
    run: (command: string, options: string, ...more: string[]) =>
      operator.run('--json', ...command.split(' '), ...options.split(' ').filter(Boolean), ...more),
    trail: (...more: string[]): Promise<object[]> => operator.json('audit', 'list', ...more),
    /** The name of a restored table that has nothing. */
    restored: (await testTable()).name,
    partner: `--partner ${partnerId}`,
    line: `--tenant ${line}`,
    half: `--tenant ${half}`,
    call: `--tenant ${line} --call c-1`,
    dropped: String(message.messageId),
  };
}

const itemsOf = async ({ db, name }: Table) => (await db.send(new ScanCommand({ TableName: name }))).Items;

describe('the audit trail', () => {
  const queues = queueWorld();

  it('is tested with every operator command', () => {
    const namesOf = (isChange: boolean) =>
      Object.entries(SERVICE_COMMANDS).flatMap(([name, one]) => (one.isChange === isChange ? [name] : []));
    expect(Object.keys(CHANGES).sort()).toEqual(namesOf(true).sort());
    expect(Object.keys(READS).sort()).toEqual(namesOf(false).sort());
  });

  it('has one entry of each command that changes something, with actor, target and reason', async () => {
    const world = await everything(queues);
    const ofPartner: string[] = [];
    for (const [action, changing] of Object.entries(CHANGES)) {
      const { options, on, outcome, isOfOthers } = changing(world);
      const before = await world.trail();
      const printed = await world.run(action, options, '--reason', `Ticket 7: ${action}`);
      const said = printed.err.replace(/^This reads the whole table: .*\n/, '');
      expect({ action, err: said, code: printed.code }).toEqual({ action, err: '', code: 0 });
      const [entry, ...others] = await world.trail();
      expect(entry).toMatchObject({ actor: ACTOR, action, reason: `Ticket 7: ${action}`, ...(outcome && { outcome }) });
      expect(entry).toHaveProperty('target', expect.stringMatching(new RegExp(`^${on}`)));
      expect(entry).not.toHaveProperty('state', 'started');
      expect(others).toEqual(before);
      if (!isOfOthers) ofPartner.unshift(action);
    }
    expect((await world.trail('--partner', world.partnerId)).map((entry) => 'action' in entry && entry.action)).toEqual(
      ofPartner,
    );
  });

  it('has no entry of a command that only reads, because such a command changes nothing', async () => {
    const world = await everything(queues);
    const before = await itemsOf(world.table);
    const failed: string[] = [];
    for (const [command, optionsIn] of Object.entries(READS)) {
      const { code } = await world.run(command, optionsIn(world));
      if (code !== 0) failed.push(command);
    }
    // This world has no log to trace a call in, and dead letters that the doctor finds.
    expect(failed).toEqual(['call trace', 'doctor']);
    expect(await world.run('delivery replay', `${world.partner} --since 0 --dry-run`)).toMatchObject({ code: 0 });
    expect(await itemsOf(world.table)).toEqual(before);
    expect(world.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect([await queues.visible('main'), await queues.visible('dead')]).toEqual([0, 2]);
  });
});
