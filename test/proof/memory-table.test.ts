import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../shared/store/table/connect.ts';
import { testTable } from '../support/table/table.ts';
import { CALL_STORES } from './differential/call-stores.ts';
import { SUBJECT } from './differential/commands.ts';
import { EDGES, UNUSED } from './differential/edges.ts';
import { content, steps } from './differential/generated-steps.ts';
import { LINE_STORES } from './differential/line-stores.ts';
import { mirrored } from './differential/mirrored.ts';
import { historyOf, streamOf, withoutIdle } from './differential/stream.ts';
import { newWorld, type StoreCall } from './differential/world.ts';
import { memoryTable } from './memory-table/memory-table.ts';
import { storedItem } from './memory-table/values.ts';

// Every run generates the same cases, so that a failure is reproducible. PROOF_SEED changes them.
fc.configureGlobal({ seed: Number(process.env['PROOF_SEED'] ?? 1) });

/** For more runs set PROOF_RUNS, for example to 2000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 12);
const STORE_RUNS = Math.ceil(RUNS / 2);
const AS_LONG_AS_IT_TAKES_MS = 3_600_000;

describe('the in-memory table and a database engine', () => {
  let both: ReturnType<typeof mirrored>;
  let engine: Table;
  let runs = 0;
  beforeAll(async () => {
    engine = await testTable();
    both = mirrored(engine);
  });
  const property = <T>(
    numRuns: number,
    arbitrary: fc.Arbitrary<T>,
    predicate: (run: string, value: T) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(arbitrary, (value) => {
        runs += 1;
        return predicate(`run-${runs}`, value);
      }),
      { numRuns },
    );
  const subject = () => new PutCommand({ TableName: both.name, Item: SUBJECT });

  it(
    `after each step of ${RUNS} generated runs, the in-memory table equals the table of a database engine`,
    async () => {
      await property(RUNS, steps, async (run, all) => {
        const where = { TableName: both.name, run };
        for (const step of all) {
          await step(where, both.compare);
          await both.compare(content(where));
        }
      });
    },
    AS_LONG_AS_IT_TAKES_MS,
  );

  it(
    `the stores get the same results from the in-memory table and a database engine in ${STORE_RUNS} generated runs`,
    async () => {
      await property(STORE_RUNS, storeCalls, async (run, calls) => {
        const table = mirrored(await testTable());
        const world = await newWorld(table, run);
        for (const together of calls) {
          // The results of the stores do not matter here.
          await Promise.allSettled(together.map((call) => call(world)));
          table.assertAgreed();
        }
      });
    },
    AS_LONG_AS_IT_TAKES_MS,
  );

  it.each(Object.keys(EDGES))(
    'the in-memory table has the same outcome as a database engine in the edge case: %s',
    async (name) => {
      await both.compare(subject());
      const command = EDGES[name]?.(both.name);
      if (command) await both.compare(command);
      await both.compare(subject());
    },
  );

  it.each(Object.keys(UNUSED))(
    'the in-memory table throws an error for what the service does not use: %s',
    async (name) => {
      const { db } = memoryTable({ name: both.name, items: [storedItem(SUBJECT)] });
      const command = UNUSED[name]?.(both.name);
      await expect(Reflect.apply(db.send, db, [command])).rejects.toThrow(
        /^(The service does not use|The table in memory)/,
      );
    },
  );

  it('the in-memory table and a database engine have the same stream records', async () => {
    const [memory, real] = [historyOf(both.memory.changes), historyOf(await streamOf(engine))];
    const expected = [...memory].map(([key, events]) => [key, withoutIdle(real.get(key) ?? [], events)]);
    expect([...memory]).toEqual(expected);
    expect([...real.keys()].filter((key) => !memory.has(key))).toEqual([]);
  });
});

const EVERYTHING = { ...LINE_STORES, ...CALL_STORES };
/** Store calls that occur more often, because the others need what they create. */
const OFTEN = ['createLine', 'attachNumber', 'terminateLine', 'store', 'attempt', 'skip'];

const storeCall = fc
  .record({
    what: fc.oneof(fc.constantFrom(...OFTEN), { weight: 2, arbitrary: fc.constantFrom(...Object.keys(EVERYTHING)) }),
    partner: fc.nat(1),
    line: fc.nat(1),
    call: fc.nat(1),
    dice: fc.nat(3),
    isOdd: fc.boolean(),
  })
  .map(
    ({ what, ...choice }) =>
      (world: Parameters<StoreCall>[0]) =>
        EVERYTHING[what]?.(world, choice),
  );

/** Generates single calls, and pairs that run concurrently. */
const storeCalls = fc.array(fc.array(storeCall, { minLength: 1, maxLength: 2 }), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
