import { beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS, SERVICE_COMMANDS } from '../../operator/commands.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { HOSTILE, steeringIn } from '../support/hostile/hostile-text.ts';
import { intercepted } from '../support/table/faulty.ts';
import { testTable } from '../support/table/table.ts';
import { queueWorld } from './dead-letters/queue-world.ts';
import { fakeCloudwatch, fakeDynamodb, fakeKms, fakeLambda, fakeSqs, fakeStreams, rejection } from './fake-clients.ts';
import { HOSTILE_FILES, hostileWorld } from './hostile-world.ts';
import { operatorWorld, type Printed } from './operator-world.ts';

type Ids = Pick<Awaited<ReturnType<typeof hostileWorld>>, 'partnerId' | 'lines'>;
const byPartner = ({ partnerId }: Ids) => ['--partner', partnerId];
const nothing = () => [];

/** Every command that works on a service, with options that make it print what other people wrote. */
const OPTIONS: Readonly<Record<string, (world: Ids) => readonly string[]>> = {
  'partner create': () => ['--name', HOSTILE, '--scopes', 'calls'],
  'partner list': nothing,
  'partner show': byPartner,
  'partner health': byPartner,
  'partner contact': (world) => [...byPartner(world), '--email', 'ops@acme.example'],
  'partner suspend': byPartner,
  'partner activate': byPartner,
  'partner update': (world) => [...byPartner(world), '--name', HOSTILE.slice(0, 100)],
  'partner quota': (world) => [...byPartner(world), '--quota', '5'],
  'partner export': (world) => [...byPartner(world), '--file', HOSTILE],
  'partner delete': byPartner,
  'key rotate': byPartner,
  'key revoke': byPartner,
  'secret rotate': byPartner,
  'webhook show': byPartner,
  'line list': byPartner,
  'line show': ({ lines }) => ['--tenant', lines.terminated],
  'line attach-number': ({ lines }) => ['--tenant', lines.active, '--number', '+821012345678'],
  'line release-number': ({ lines }) => ['--tenant', lines.active],
  'line release': ({ lines }) => ['--tenant', lines.half],
  'line set-plan': ({ lines }) => ['--tenant', lines.active, '--tier', HOSTILE.slice(0, 100)],
  'line set-integration': ({ lines }) => ['--tenant', lines.active, '--provider', 'a', '--connected', 'true'],
  'call record': ({ lines }) => ['--tenant', lines.active, '--file', 'calls.json'],
  'call show': () => ['--call', HOSTILE, '--reveal'],
  'call delete': ({ lines }) => ['--tenant', lines.active, '--call', HOSTILE],
  'call trace': () => ['--call', HOSTILE],
  'call refused': nothing,
  'call reconcile': () => ['--file', 'ids.txt'],
  'delivery list': byPartner,
  'delivery show': () => ['--call', HOSTILE],
  'delivery minutes': nothing,
  'delivery counts': byPartner,
  'delivery replay': (world) => [...byPartner(world), '--since', '0'],
  'retention apply': nothing,
  find: () => ['--id', HOSTILE.slice(0, 100)],
  sweep: nothing,
  'queue list': nothing,
  'queue ages': nothing,
  'mapping list': nothing,
  'mapping disable': () => ['--name', 'relay'],
  'mapping enable': () => ['--name', 'relay'],
  'dlq list': nothing,
  'dlq redrive': nothing,
  'dlq drop': () => ['--queue', 'dead-letters', '--message', HOSTILE],
  'audit list': byPartner,
  alarms: nothing,
  slo: nothing,
  doctor: nothing,
  verify: nothing,
  'restore compare': () => ['--from', HOSTILE],
  'restore copy': () => ['--from', HOSTILE],
};

const steering = ({ out, err }: Printed) => ({ out: steeringIn(out), err: steeringIn(err) });
const NONE = { out: [], err: [] };

describe('a terminal control sequence', () => {
  const queues = queueWorld();
  const reading = new Set(Object.entries(SERVICE_COMMANDS).flatMap(([name, { isChange }]) => (isChange ? [] : [name])));
  let shared: ReturnType<typeof hostileWorld> | undefined;
  /** Commands that only read share a world. */
  function worldFor(command: string): ReturnType<typeof hostileWorld> {
    if (!reading.has(command)) return hostileWorld(queues);
    shared ??= hostileWorld(queues);
    return shared;
  }

  it('is tested with every operator command', () => {
    expect(Object.keys(OPTIONS)).toEqual(Object.keys(SERVICE_COMMANDS));
  });

  it.each(Object.entries(OPTIONS))('from a stored value is escaped by `%s`', async (command, optionsIn) => {
    const world = await worldFor(command);
    const words = [...command.split(' '), ...optionsIn(world)];
    const asTable = await world.run(...words);
    expect(steering(asTable)).toEqual(NONE);
    const asJson = await world.run('--json', ...words);
    expect(steering(asJson)).toEqual(NONE);
    if (asJson.out !== '') expect(JSON.parse(asJson.out)).toBeDefined();
  });

  it('is escaped in the output of --json so that parsing returns the stored text', async () => {
    const world = await worldFor('line show');
    const { out } = await world.run('--json', 'line', 'show', '--tenant', world.lines.terminated);
    expect(JSON.parse(out)).toMatchObject({ name: HOSTILE, terminationReason: HOSTILE });
    expect(out).toContain('\\u001b');
    expect(out).toContain('\\u202e');
  });

  it('cannot add a line to a printed table', async () => {
    const { run } = await worldFor('partner list');
    expect((await run('partner', 'list')).out.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('a terminal control sequence that is not stored', () => {
  const lineId = 'tn_01KAJ0000000000000000000ZZ';
  const ids = {
    partnerId: 'pt_01KAJ0000000000000000000ZZ',
    lines: { active: lineId, terminated: lineId, half: lineId },
  };
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
  });

  it.each(Object.entries(COMMANDS).map(([name, { options }]) => [name, options.shape] as const))(
    'is escaped by `%s` in an option',
    async (command, shape) => {
      const { run } = await operatorWorld({ table });
      const options = Object.entries(shape).map(([name]) => [`--${name}`, HOSTILE]);
      for (const words of [options.flat(), [HOSTILE], [`--${HOSTILE}`]]) {
        expect(steering(await run(...command.split(' '), ...words))).toEqual(NONE);
      }
    },
  );

  it.each(Object.entries(OPTIONS))('is escaped by `%s` in an error', async (command, optionsIn) => {
    const fails = () => rejection('Refused', HOSTILE);
    const failing = intercepted(table, () => Promise.reject(Object.assign(new Error(HOSTILE), { name: HOSTILE })));
    const parts = {
      dynamodb: fakeDynamodb(fails),
      streams: fakeStreams(fails),
      kms: fakeKms(fails),
      sqs: fakeSqs(fails),
      lambda: fakeLambda(fails),
      cloudwatch: fakeCloudwatch(fails),
    };
    const { run } = await operatorWorld({ table: failing, files: HOSTILE_FILES, parts });
    const printed = await run(...command.split(' '), ...optionsIn(ids));
    expect(steering(printed)).toEqual(NONE);
    expect([printed.code, `${printed.out}${printed.err}`]).toEqual([1, expect.stringContaining('\\u001b[2J')]);
  });
});
