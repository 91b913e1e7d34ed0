import { describe, expect, it } from '@jest/globals';
import { SERVICE_COMMANDS } from '../../../operator/commands.ts';
import { ROUTES } from '../../../operator/console/protocol/routes.ts';
import { terminateLine } from '../../../shared/store/lines/termination.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, putItem, recorded } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { allItems, testTable } from '../../support/table/table.ts';
import { queueWorld, wakeUpOf } from '../dead-letters/queue-world.ts';
import { type Names, wordsOf } from '../every-command.ts';
import { type Asked, fakeCloudwatch } from '../fake-clients.ts';
import { ACTOR } from '../operator-world.ts';
import { WEBHOOK } from '../sound-world.ts';

interface Entry {
  /** What the change was made on. */
  readonly on: string;
  readonly outcome?: string;
  /** Whether the entry does not concern the partner of this world. */
  readonly isOfOthers?: true;
}

/** The entry of every command that changes something, in an order in which each of them succeeds. */
const CHANGES: Readonly<Record<string, Entry>> = {
  'partner create': { on: 'partner pt_', isOfOthers: true },
  'partner quota': { on: 'partner pt_', outcome: 'quota: 5' },
  'partner update': { on: 'partner pt_', outcome: 'name: changed; scopes: calls,webhooks' },
  'partner contact': { on: 'partner pt_', outcome: 'contact: stored' },
  'partner suspend': { on: 'partner pt_' },
  'partner activate': { on: 'partner pt_' },
  'key revoke': { on: 'partner pt_' },
  'key rotate': { on: 'partner pt_' },
  'secret rotate': { on: 'partner pt_' },
  'line attach-number': { on: 'line tn_' },
  'line release-number': { on: 'line tn_' },
  'line set-plan': { on: 'line tn_', outcome: 'tier: gold, status: none' },
  'line set-integration': { on: 'line tn_', outcome: 'providerA: connected' },
  'line release': { on: 'line tn_' },
  'call record': { on: 'line tn_', outcome: '2 of 2 calls recorded' },
  'delivery replay': {
    on: 'partner pt_',
    outcome: '2 of 2 deliveries replayed (dead and refused, since 1970-01-01T00:00:00.000Z)',
  },
  // A look at personal data is recorded like a change.
  'call show': { on: 'call c-1', outcome: 'content shown' },
  'call delete': { on: 'call c-1' },
  sweep: { on: 'all due deliveries', outcome: 'deliveries due: 3, woken: 2, settled as dead: 1', isOfOthers: true },
  'delivery stop': { on: 'all deliveries', isOfOthers: true },
  'delivery start': { on: 'all deliveries', isOfOthers: true },
  'mapping disable': { on: 'mapping relay', outcome: 'Disabled', isOfOthers: true },
  'mapping enable': { on: 'mapping relay', outcome: 'Enabled', isOfOthers: true },
  'dlq drop': { on: 'message .+ in the queue dead-letters', outcome: 'dropped' },
  'dlq redrive': { on: 'queue dead-letters', outcome: '1 of 1 messages redriven', isOfOthers: true },
  'retention apply': {
    on: 'calls of all partners',
    outcome: 'expiry changed for 1 of 1 calls, to 30 days',
    isOfOthers: true,
  },
  'restore copy': { on: 'items of table ', outcome: '0 items copied, 0 left out', isOfOthers: true },
  'delivery index': { on: 'deliveries of all partners', isOfOthers: true },
  'partner export': { on: 'partner pt_' },
  'partner delete': { on: 'partner pt_' },
  verify: { on: 'the whole table', isOfOthers: true },
};

const commandsThat = (change: boolean) =>
  Object.entries(SERVICE_COMMANDS).flatMap(([name, { isChange }]) => (isChange === change ? [name] : []));

/** Returns a service that has everything that a command can change. */
async function everything(queues: ReturnType<typeof queueWorld>) {
  const table = await testTable();
  const lines = await lineWorld(table);
  const { partnerId } = lines;
  await putItem(table, { ...keys.webhook(partnerId), ...WEBHOOK });
  const [line, half] = [await lines.line(), await lines.line({ externalId: 'half' })];
  const termination = {
    reason: undefined,
    purge: false,
    nowMs: Date.parse('2026-11-21T09:00:00.000Z'),
    token: 'token',
  };
  await terminateLine(table, { partnerId, tenantId: half, externalId: 'half' }, termination);
  for (const callId of ['c-1', 'c-2']) {
    await recorded(table, aCall({ callId, tenantId: line, partnerId }), { status: 'dead', attempts: 8 });
  }
  await queues.send('dead-letters', { ...wakeUpOf('c-1'), partnerId });
  await queues.send('dead-letters', { ...wakeUpOf('c-2'), partnerId });

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
  const names: Names = {
    ...{ partner: partnerId, line, half, call: 'c-1', name: 'gold', file: 'out.ndjson' },
    message: String(message.messageId),
    // A restored table that has nothing.
    table: (await testTable()).name,
  };
  return {
    table,
    partnerId,
    asked,
    run: (command: string, ...more: string[]) => operator.run('--json', ...wordsOf(command, names), ...more),
    trail: (...more: string[]): Promise<object[]> => operator.json('audit', 'list', ...more),
  };
}

describe('entries of operator commands in the audit trail', () => {
  const queues = queueWorld();

  it('the test of the audit trail covers every operator command that changes something', () => {
    expect(Object.keys(CHANGES).sort()).toEqual(commandsThat(true).sort());
  });

  it('each operator command that changes something adds one entry to the audit trail', async () => {
    const world = await everything(queues);
    const ofPartner: string[] = [];
    for (const [action, { on, outcome, isOfOthers }] of Object.entries(CHANGES)) {
      const before = await world.trail();
      const printed = await world.run(action, '--reason', `Ticket 7: ${action}`);
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

  it('a command that only reads adds no entry to the audit trail', async () => {
    const world = await everything(queues);
    const before = await allItems(world.table);
    const failed: string[] = [];
    for (const command of commandsThat(false)) {
      const { code } = await world.run(command);
      if (code !== 0) failed.push(command);
    }
    // `call trace` fails, because this world has no log. `doctor` fails, because there are dead letters.
    expect(failed).toEqual(['call trace', 'doctor']);
    expect(await world.run('delivery replay', '--dry-run')).toMatchObject({ code: 0 });
    expect(await allItems(world.table)).toEqual(before);
    expect(world.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect([await queues.visible('main'), await queues.visible('dead-letters')]).toEqual([0, 2]);
  });
});

it('a console route has the effect `write` if and only if its command makes changes, except `call show`', () => {
  const changing = new Set(
    Object.entries(SERVICE_COMMANDS).flatMap(([name, { isChange }]) => (isChange ? [name] : [])),
  );
  const differing = Object.entries(ROUTES).filter(([name, { effect }]) => (effect === 'write') !== changing.has(name));
  expect(differing.map(([name]) => name)).toEqual(['call show']);
});
