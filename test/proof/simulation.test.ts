import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, jest } from '@jest/globals';
import { FAULT_KINDS } from './simulation/faults.ts';
import { report, shrunk } from './simulation/shrink.ts';
import { type Options, simulate, type Without } from './simulation/simulate.ts';
import { count, emptyTally } from './simulation/tally.ts';

// Counted in runs, not in time: a busy machine takes longer.
jest.setTimeout(300_000);

/** `npm run proof` simulates 10,000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 100);
/** What is needed is missed within this many seeds. */
const SEEDS = 100;

async function firstBroken(without: Without): Promise<string | undefined> {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { broken } = await simulate({ seed, without });
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
    // A kind that never happens would prove nothing.
    expect(FAULT_KINDS.filter((kind) => tally.faults[kind] === undefined)).toEqual([]);
  });

  it('runs the same way again for the same seed', async () => {
    const [one, other] = [await simulate({ seed: 7, isTold: true }), await simulate({ seed: 7, isTold: true })];
    expect(one.told.length).toBeGreaterThan(20);
    expect(other.told).toEqual(one.told);
  });
});

describe('the simulation misses what is needed', () => {
  it('without the sweeper a delivery stays unfinished', async () => {
    expect(await firstBroken({ sweeper: true })).toMatch(/^D2: .* is unfinished/);
  });

  it('without the lease a delivery is dealt with by somebody else while its request is under way', async () => {
    expect(await firstBroken({ lease: true })).toMatch(/^D6: .* under way/);
  });

  it('without the token an attempt is settled by somebody who did not make it', async () => {
    expect(await firstBroken({ instead: ignoringTokens })).toMatch(/^(attempts log|D6|D7|D8): /);
  });
});
