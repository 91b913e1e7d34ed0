import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { MAX_HOPS } from '../../functions/deliver-webhook/hop-limit.ts';
import { FAULT_KINDS } from './simulation/nature/faults.ts';
import { report, shrunk } from './simulation/runs/shrink.ts';
import { count, emptyTally, type Tally } from './simulation/runs/tally.ts';
import { type Options, simulate, type Without } from './simulation/simulate.ts';

/** `npm run proof` simulates 10,000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 40);
/** Within this many seeds, a missing mechanism must break an invariant. */
const SEEDS = 100;

interface Search {
  readonly maxHops?: number;
  /** The first seed that breaks an invariant today. After a change, a later one may be the first. */
  readonly fromSeed?: number;
}

async function firstBroken(without: Without, { maxHops, fromSeed = 1 }: Search = {}): Promise<string | undefined> {
  for (let seed = fromSeed; seed < fromSeed + SEEDS; seed += 1) {
    const { broken } = await simulate({ seed, without, maxHops });
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** Simulates the first seeds. Throws the report of a smaller run if one of them breaks an invariant. */
async function simulated(runs: number, about: Pick<Options, 'maxHops'> = {}): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = 1; seed <= runs; seed += 1) {
    const options: Options = { seed, ...about };
    const run = await simulate(options);
    if (run.broken !== undefined) throw new Error(report(await shrunk(options)));
    count(tally, run);
  }
  return tally;
}

describe('the simulated pipeline with all kinds of faults', () => {
  it('the simulated pipeline settles every delivery', async () => {
    const tally = await simulated(RUNS);
    expect(tally).toMatchObject({ runs: RUNS, mostRequests: 8, runsOverLimit: 0, unfinished: 0, broken: [] });
    // A kind of fault that never occurs would prove nothing.
    expect(tally.switches).toBeGreaterThan(0);
    expect(tally.notices).toBeGreaterThan(0);
    expect(FAULT_KINDS.filter((kind) => tally.faults[kind] === undefined)).toEqual([]);
  });

  it.each([0, 2])(
    'the sweep settles every delivery in the simulation even if a wake-up can make at most %i hops',
    async (maxHops) => {
      const tally = await simulated(RUNS / 4, { maxHops });
      expect(tally).toMatchObject({ unfinished: 0, runsOverLimit: 0, broken: [] });
      expect(tally.beyondLimit).toBeGreaterThan(0);
    },
  );

  it('a wake-up in the simulated pipeline makes less than 50 % of the permitted hops', async () => {
    const { mostHops } = await simulated(RUNS / 4, { maxHops: MAX_HOPS });
    expect(mostHops).toBeGreaterThan(8);
    expect(mostHops).toBeLessThan(MAX_HOPS / 2);
  });

  it('the simulated pipeline prints the same events for the same seed', async () => {
    const [one, other] = [await simulate({ seed: 7, isTold: true }), await simulate({ seed: 7, isTold: true })];
    expect(one.told.length).toBeGreaterThan(20);
    expect(other.told).toEqual(one.told);
  });
});

/** Puts a new secret in force immediately, without waiting for a PUT. */
function rotatingAtOnce(command: unknown): unknown {
  if (!(command instanceof TransactWriteCommand)) return command;
  const TransactItems = (command.input.TransactItems ?? []).map((write) => {
    const { waitingSince, ...item } = write.Put?.Item ?? {};
    if (waitingSince === undefined) return write;
    return { Put: { TableName: write.Put?.TableName, Item: { ...item, SK: 'SECRET' } } };
  });
  return new TransactWriteCommand({ ...command.input, TransactItems });
}

/** Leaves one clause out of the conditions of all updates. */
const without = (clause: string) => (command: unknown) => {
  if (!(command instanceof UpdateCommand)) return command;
  const { ConditionExpression = '', ...input } = command.input;
  const condition = ConditionExpression.replace(clause, 'attribute_exists(PK) OR attribute_not_exists(PK)');
  return new UpdateCommand({ ...input, ...(condition === '' ? {} : { ConditionExpression: condition }) });
};

describe('the simulation without one safeguard', () => {
  it('without the token that prevents double counts, the simulation finds a failure that is counted twice', async () => {
    expect(await firstBroken({ instead: without('#lastCounted <> :token') }, { fromSeed: 25 })).toMatch(
      /^H1: .* counts an attempt twice/,
    );
  });

  it('if a new secret takes effect at once, the simulation finds a request that is signed too early', async () => {
    expect(await firstBroken({ instead: rotatingAtOnce })).toMatch(/^D13: /);
  });

  it('without the sweep, the simulation finds a delivery that is never settled', async () => {
    expect(await firstBroken({ sweep: true })).toMatch(/^D2: .* is unfinished/);
  });

  it('without the lease, the simulation finds a delivery that is changed during its request', async () => {
    expect(await firstBroken({ lease: true })).toMatch(/^D6: .* under way/);
  });

  it('without the hop limit, the simulation finds a wake-up that is sent again after too many hops', async () => {
    expect(await firstBroken({ hopLimit: true }, { maxHops: 2 })).toMatch(/^D14: .* is sent on after 3 hops/);
  });

  it('without the lease token, the simulation finds a wrong change of a delivery', async () => {
    expect(await firstBroken({ instead: without('#leaseToken = :token') }, { fromSeed: 43 })).toMatch(
      /^(attempts log|D2|D6|D7|D8): /,
    );
  });
});
