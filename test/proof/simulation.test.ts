import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, jest } from '@jest/globals';
import { MAX_HOPS } from '../../shared/delivery/queue.ts';
import { FAULT_KINDS } from './simulation/nature/faults.ts';
import { report, shrunk } from './simulation/runs/shrink.ts';
import { count, emptyTally } from './simulation/runs/tally.ts';
import { type Options, simulate, type Without } from './simulation/simulate.ts';

// Counted in runs, not in time: a busy machine takes longer.
jest.setTimeout(300_000);

/** `npm run proof` simulates 10,000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 40);
/** What is needed is missed within this many seeds. */
const SEEDS = 100;

async function firstBroken(without: Without, maxHops?: number): Promise<string | undefined> {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { broken } = await simulate({ seed, without, maxHops });
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** The table does not compare the token of a lease any more: whoever reports how an attempt ended is believed. */
function ignoringTokens(command: unknown): unknown {
  if (!(command instanceof UpdateCommand)) return command;
  const { ConditionExpression = '', ...input } = command.input;
  const condition = ConditionExpression.replace('#leaseToken = :token', '#leaseToken = :token OR attribute_exists(PK)');
  return new UpdateCommand({ ...input, ...(condition === '' ? {} : { ConditionExpression: condition }) });
}

describe('the whole pipeline, simulated with every kind of fault', () => {
  it('sends no call a ninth time, settles every delivery and breaks no promise', async () => {
    const tally = emptyTally();
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const options: Options = { seed };
      const run = await simulate(options);
      if (run.broken !== undefined) throw new Error(report(await shrunk(options)));
      count(tally, run);
    }
    expect(tally).toMatchObject({ runs: RUNS, mostRequests: 8, runsOverLimit: 0, unfinished: 0, broken: [] });
    // What never happens would prove nothing.
    expect(tally.switches).toBeGreaterThan(0);
    expect(FAULT_KINDS.filter((kind) => tally.faults[kind] === undefined)).toEqual([]);
  });

  it.each([0, 2])(
    'settles every delivery, by the sweep, when a wake-up may be sent on only %i times',
    async (maxHops) => {
      const tally = emptyTally();
      for (let seed = 1; seed <= RUNS / 4; seed += 1) {
        const options: Options = { seed, maxHops };
        const run = await simulate(options);
        if (run.broken !== undefined) throw new Error(report(await shrunk(options)));
        count(tally, run);
      }
      expect(tally).toMatchObject({ unfinished: 0, runsOverLimit: 0, broken: [] });
      expect(tally.beyondLimit).toBeGreaterThan(0);
    },
  );

  it('never comes near the limit of hops that functions are deployed with', async () => {
    const tally = emptyTally();
    for (let seed = 1; seed <= RUNS / 4; seed += 1) count(tally, await simulate({ seed, maxHops: MAX_HOPS }));
    expect(tally.mostHops).toBeGreaterThan(8);
    expect(tally.mostHops).toBeLessThan(MAX_HOPS / 2);
  });

  it('runs the same way again for the same seed', async () => {
    const [one, other] = [await simulate({ seed: 7, isTold: true }), await simulate({ seed: 7, isTold: true })];
    expect(one.told.length).toBeGreaterThan(20);
    expect(other.told).toEqual(one.told);
  });
});

/** The new secret takes the place of the one in force at once. */
function rotatingAtOnce(command: unknown): unknown {
  if (!(command instanceof TransactWriteCommand)) return command;
  const TransactItems = (command.input.TransactItems ?? []).map((write) => {
    const { waitingSince, ...item } = write.Put?.Item ?? {};
    if (waitingSince === undefined) return write;
    return { Put: { TableName: write.Put?.TableName, Item: { ...item, SK: 'SECRET' } } };
  });
  return new TransactWriteCommand({ ...command.input, TransactItems });
}

describe('the simulation misses what is needed', () => {
  it('without the two stages of a rotation a delivery is signed with a secret that no PUT has returned', async () => {
    expect(await firstBroken({ instead: rotatingAtOnce })).toMatch(/^D13: /);
  });

  it('without the sweeper a delivery stays unfinished', async () => {
    expect(await firstBroken({ sweep: true })).toMatch(/^D2: .* is unfinished/);
  });

  it('without the lease a delivery is dealt with by somebody else while its request is under way', async () => {
    expect(await firstBroken({ lease: true })).toMatch(/^D6: .* under way/);
  });

  it('without the limit of hops a wake-up is sent on and on', async () => {
    expect(await firstBroken({ hopLimit: true }, 2)).toMatch(/^D14: .* is sent on after 3 hops/);
  });

  it('without the token an attempt is settled by somebody who did not make it', async () => {
    expect(await firstBroken({ instead: ignoringTokens })).toMatch(/^(attempts log|D6|D7|D8): /);
  });
});
