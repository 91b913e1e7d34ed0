import { describe, expect, it } from '@jest/globals';
import { TABLE_QUOTA_UNITS } from '../../tooling/capacity/aws-figures.ts';
import { account } from './at-scale/aws/lambda.ts';
import { queue } from './at-scale/aws/queue.ts';
import { queueMapping } from './at-scale/aws/queue-mapping.ts';
import { stream } from './at-scale/aws/stream.ts';
import { throughput } from './at-scale/aws/throughput.ts';
import { chances } from './virtual-time/chances.ts';
import { timeline } from './virtual-time/timeline.ts';

const nature = () => ({ timeline: timeline(0), chances: chances(1) });
const VISIBILITY_MS = 180_000;
const newQueue = ({ timeline: time }: ReturnType<typeof nature>) =>
  queue(time, { visibilityMs: VISIBILITY_MS, maxReceives: 20 });

function filled(one: ReturnType<typeof newQueue>, messages: number) {
  for (let sent = 0; sent < messages; sent += 1) one.accept(`body ${sent}`, 0);
  return one;
}

describe('a simulated SQS queue', () => {
  it('a simulated queue delivers a delayed message after its delay', async () => {
    const world = nature();
    const one = newQueue(world);
    one.accept('body', 60);
    await world.timeline.run(59_999);
    expect(one.receiveNow(10)).toEqual([]);
    await world.timeline.run(60_000);
    expect(one.receiveNow(10)).toHaveLength(1);
  });

  it('a simulated queue delivers a message again after its visibility timeout', async () => {
    const world = nature();
    const one = filled(newQueue(world), 2);
    const [deleted] = one.receiveNow(10);
    one.remove([deleted?.receiptHandle ?? '']);
    await world.timeline.run(VISIBILITY_MS);
    expect(one.receiveNow(10)).toMatchObject([{ body: 'body 1', receives: 2 }]);
  });

  it('a simulated queue returns no message while 120,000 messages are in flight', () => {
    const one = filled(newQueue(nature()), 120_001);
    const received = one.receiveNow(200_000);
    expect(received).toHaveLength(120_000);
    expect(one.receiveNow(10)).toEqual([]);
    one.remove([received[0]?.receiptHandle ?? '']);
    expect(one.receiveNow(10)).toHaveLength(1);
  });

  it('a receive request to an empty simulated queue ends after its wait without a message', async () => {
    const world = nature();
    const one = newQueue(world);
    const returned: (readonly [atMs: number, messages: number])[] = [];
    const receive = () =>
      one.receive(10, 1_000, (messages) => returned.push([world.timeline.nowMs(), messages.length]));
    receive();
    await world.timeline.run(2_000);
    receive();
    world.timeline.quietlyAfter(500, () => filled(one, 3));
    await world.timeline.run(4_000);
    expect(returned).toEqual([
      [1_000, 0],
      [2_502, 3],
    ]);
  });

  it('a simulated queue makes a message a dead letter after 20 receives', async () => {
    const world = nature();
    const one = filled(newQueue(world), 1);
    for (let receives = 1; receives <= 20; receives += 1) {
      expect(one.receiveNow(10)).toHaveLength(1);
      await world.timeline.run(receives * VISIBILITY_MS);
    }
    expect(one.receiveNow(10)).toEqual([]);
    expect(one.counts.deadLetters).toBe(1);
  });
});

describe('the simulated mapping of a queue', () => {
  const MAPPING = { queueArn: 'arn', batchSize: 10 };

  it('a simulated mapping starts with 5 batches at a time', async () => {
    const world = nature();
    const running: number[] = [];
    const full = filled(newQueue(world), 1_000);
    const one = queueMapping({ ...MAPPING, nature: world, queue: full, maxConcurrency: 12, invoke: () => undefined });
    one.resume();
    for (let second = 0; second < 4; second += 1) {
      await world.timeline.run(second * 1_000 + 500);
      running.push(one.slotsInUse());
    }
    expect(running).toEqual([5, 10, 12, 12]);
    expect(one.batchSizes[10]).toBe(12);
  });

  it('a simulated mapping deletes the messages that did not fail', async () => {
    const world = nature();
    const one = filled(newQueue(world), 15);
    const mapping = queueMapping({
      ...{ ...MAPPING, nature: world, queue: one, maxConcurrency: 2 },
      invoke: (_event, then) => then({ batchItemFailures: [{ itemIdentifier: 'm1' }] }),
    });
    mapping.resume();
    await world.timeline.run(VISIBILITY_MS - 1);
    expect(one.inFlight()).toBe(1);
    await world.timeline.run(VISIBILITY_MS + 1_000);
    expect(one.counts.redelivered).toBe(1);
  });
});

describe('the simulated DynamoDB stream', () => {
  /** Returns a stream of one shard with `records` records, and the sizes of the batches that its relay got. */
  function streamOf(records: number, failed: readonly string[]) {
    const world = nature();
    const sizes: number[] = [];
    const one = stream({
      nature: world,
      shards: 1,
      relay: (event, then) => {
        sizes.push(event.Records.length);
        then({ batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) });
      },
    });
    for (let nth = 1; nth <= records; nth += 1)
      one.append({ sequenceNumber: nth, eventName: 'INSERT', key: { PK: `CALL#${nth}`, SK: 'DELIVERY' } });
    one.resume();
    return { one, sizes, run: world.timeline.run };
  }

  it('the simulated stream passes at most 100 records of a shard to relay every 250 ms', async () => {
    const { one, sizes, run } = streamOf(1_000, []);
    await run(1_100);
    expect(sizes).toEqual([100, 100, 100, 100]);
    expect(one.waiting()).toBe(600);
  });

  it('the simulated stream retries a batch five times from its first failed record', async () => {
    const { one, sizes, run } = streamOf(4, ['3']);
    await run(10_000);
    expect(sizes).toEqual([4, 2, 2, 2, 2, 2]);
    expect(one.counts.givenUp).toBe(2);
  });
});

describe('the throughput of a simulated table', () => {
  it('the simulated table throttles writes to a key after 1,000 units in a second', async () => {
    const { timeline: time } = nature();
    const units = throughput(time, TABLE_QUOTA_UNITS);
    units.use('write', 'index', 'DUE#1', 1_000);
    expect(units.permits('write', 'index', 'DUE#1')).toBe(false);
    expect(units.permits('write', 'index', 'DUE#2')).toBe(true);
    expect(units.permits('read', 'index', 'DUE#1')).toBe(true);
    await time.run(500);
    expect(units.permits('write', 'index', 'DUE#1')).toBe(true);
  });

  it("the simulated table throttles every key after the table's own units are used up", () => {
    const units = throughput(nature().timeline, { write: 4_000, read: 12_000 });
    units.use('write', 'table', 'CALL#1', 4_000);
    expect(units.permits('write', 'table', 'CALL#2')).toBe(false);
  });
});

describe('the simulated Lambda service', () => {
  const FOREVER = () => new Promise<never>(() => undefined);

  it('simulated Lambda throttles a function over its reserved concurrency', () => {
    const world = nature();
    const lambda = account(world, 10);
    const reserved = lambda.add({ name: 'reserved', timeoutMs: 1_000, reserved: 4 }, () => FOREVER);
    const other = lambda.add({ name: 'other', timeoutMs: 1_000, reserved: undefined }, () => FOREVER);
    for (let nth = 0; nth < 8; nth += 1) for (const invoke of [reserved, other]) invoke(FOREVER, () => undefined);
    expect(lambda.usage.get('reserved')).toMatchObject({ inUse: 4, throttled: 4 });
    expect(lambda.usage.get('other')).toMatchObject({ inUse: 6, throttled: 2 });
  });

  it('simulated Lambda creates 1,000 environments of a function at once, and then 100 more per second', async () => {
    const world = nature();
    const lambda = account(world, 3_000);
    const invoke = lambda.add({ name: 'burst', timeoutMs: 60_000, reserved: undefined }, () => FOREVER);
    const burst = () => {
      for (let nth = 0; nth < 2_000; nth += 1) invoke(FOREVER, () => undefined);
    };
    burst();
    expect(lambda.usage.get('burst')?.inUse).toBe(1_000);
    await world.timeline.run(1_000);
    burst();
    expect(lambda.usage.get('burst')?.inUse).toBe(1_100);
  });

  it('simulated Lambda reuses the environment that became idle last', async () => {
    const world = nature();
    const lambda = account(world);
    let made = 0;
    const invoke = lambda.add({ name: 'one', timeoutMs: 1_000, reserved: undefined }, ({ sleepMs }) => {
      made += 1;
      const name = made;
      return async (durationMs: number) => {
        await sleepMs(durationMs);
        return name;
      };
    });
    const ends: unknown[] = [];
    const run = (durationMs: number) =>
      invoke(
        (handler) => handler(durationMs),
        (end) => ends.push(end),
      );
    run(100);
    run(200);
    await world.timeline.run(1_000);
    run(5_000);
    await world.timeline.run(3_000);
    run(1);
    await world.timeline.run(10_000);
    expect(ends).toEqual([
      { kind: 'returned', result: 1 },
      { kind: 'returned', result: 2 },
      { kind: 'failed' },
      { kind: 'returned', result: 1 },
    ]);
  });
});
