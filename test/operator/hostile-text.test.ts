import { beforeAll, describe, expect, it } from '@jest/globals';
import { COMMANDS, SERVICE_COMMANDS } from '../../operator/commands.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { HOSTILE, steeringIn } from '../support/hostile/hostile-text.ts';
import { intercepted } from '../support/table/faulty.ts';
import { testTable } from '../support/table/table.ts';
import { queueWorld } from './dead-letters/queue-world.ts';
import { EVERY_COMMAND, wordsOf } from './every-command.ts';
import { fakeCloudwatch, fakeDynamodb, fakeKms, fakeLambda, fakeSqs, fakeStreams, rejection } from './fake-clients.ts';
import { HOSTILE_FILES, hostileWorld } from './hostile-world.ts';
import { operatorWorld, type Printed } from './operator-world.ts';

type Ids = Pick<Awaited<ReturnType<typeof hostileWorld>>, 'partnerId' | 'lines'>;

/** Returns words that make a command print what other people wrote. */
const wordsIn = (command: string, { partnerId, lines }: Ids) =>
  wordsOf(command, {
    ...{ partner: partnerId, line: command === 'line show' ? lines.terminated : lines.active, half: lines.half },
    ...{ call: HOSTILE, name: HOSTILE.slice(0, 100), message: HOSTILE, table: HOSTILE, file: HOSTILE },
  });

const steering = ({ out, err }: Printed) => ({ out: steeringIn(out), err: steeringIn(err) });
const NONE = { out: [], err: [] };

describe('terminal control sequences in stored values', () => {
  const queues = queueWorld();
  const reading = new Set(Object.entries(SERVICE_COMMANDS).flatMap(([name, { isChange }]) => (isChange ? [] : [name])));
  let shared: ReturnType<typeof hostileWorld> | undefined;
  /** Commands that only read share a world. */
  function worldFor(command: string): ReturnType<typeof hostileWorld> {
    if (!reading.has(command)) return hostileWorld(queues);
    shared ??= hostileWorld(queues);
    return shared;
  }

  it('the test of terminal control sequences covers every operator command except `console`', () => {
    expect(Object.keys(EVERY_COMMAND).sort()).toEqual(Object.keys(SERVICE_COMMANDS).sort());
  });

  it.each(Object.keys(EVERY_COMMAND))(
    'the command `%s` escapes a terminal control sequence in a stored value',
    async (command) => {
      const world = await worldFor(command);
      const words = wordsIn(command, world);
      const asTable = await world.run(...words);
      expect(steering(asTable)).toEqual(NONE);
      const asJson = await world.run('--json', ...words);
      expect(steering(asJson)).toEqual(NONE);
      if (asJson.out !== '') expect(JSON.parse(asJson.out)).toBeDefined();
    },
  );

  it('JSON output contains terminal control sequences in escaped form', async () => {
    const world = await worldFor('line show');
    const { out } = await world.run('--json', 'line', 'show', '--tenant', world.lines.terminated);
    expect(JSON.parse(out)).toMatchObject({ name: HOSTILE, terminationReason: HOSTILE });
    expect(out).toContain('\\u001b');
    expect(out).toContain('\\u202e');
  });

  it('a terminal control sequence in a stored value cannot add a line to a printed table', async () => {
    const { run } = await worldFor('partner list');
    expect((await run('partner', 'list')).out.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('terminal control sequences in options and errors', () => {
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
    'the command `%s` escapes a terminal control sequence in an option',
    async (command, shape) => {
      const { run } = await operatorWorld({ table });
      const options = Object.entries(shape).map(([name]) => [`--${name}`, HOSTILE]);
      for (const words of [options.flat(), [HOSTILE], [`--${HOSTILE}`]]) {
        expect(steering(await run(...command.split(' '), ...words))).toEqual(NONE);
      }
    },
  );

  it.each(Object.keys(EVERY_COMMAND))(
    'the command `%s` escapes a terminal control sequence in an error',
    async (command) => {
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
      const printed = await run(...wordsIn(command, ids));
      expect(steering(printed)).toEqual(NONE);
      expect([printed.code, `${printed.out}${printed.err}`]).toEqual([1, expect.stringContaining('\\u001b[2J')]);
    },
  );
});
