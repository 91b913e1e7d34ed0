import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { Failure } from '../../shared/domain/requests/failure.ts';
import { intercepted } from '../support/table/faulty.ts';
import { type Planted, simulate } from './intake/simulate.ts';

/** `npm run proof` simulates 10,000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 40);
/** Within this many seeds, a planted fault must break something. */
const SEEDS = 40;

/** Returns what the first seed breaks that breaks something. */
async function firstBroken(planted: Planted): Promise<string> {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { broken } = await simulate(seed, planted);
    if (broken.length > 0) return broken.join('\n');
  }
  return 'nothing';
}

describe('the simulated queue of finished calls', () => {
  it('in the simulation, the intake loses no finished call and stores none twice', async () => {
    const total = { redeliveries: 0, killed: 0, failed: 0, refused: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const ran = await simulate(seed);
      expect({ seed, broken: ran.broken }).toEqual({ seed, broken: [] });
      for (const name of ['redeliveries', 'killed', 'failed', 'refused'] as const) total[name] += ran[name];
    }
    // A kind of event that never occurs would prove nothing.
    expect(Object.entries(total).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('the simulation of the queue of finished calls gives the same result for the same seed', async () => {
    expect(await simulate(7)).toEqual(await simulate(7));
  });
});

it.each<[string, Planted, RegExp]>([
  [
    'completes a message although its call could not be recorded',
    {
      handler: (handle) => async (event) => {
        await handle(event);
        return { batchItemFailures: [] };
      },
    },
    /is lost/,
  ],
  [
    'refuses a call after a fault',
    {
      deps: (deps) => ({
        ...deps,
        callRecorder: {
          ...deps.callRecorder,
          partnerOfLineEvenIfTerminated: (tenantId) =>
            deps.callRecorder.partnerOfLineEvenIfTerminated(tenantId).catch(() => {
              throw new Failure('malformed', 'Not recorded');
            }),
        },
      }),
    },
    /is refused, although nothing is wrong with it/,
  ],
  [
    'does not put refused calls into the dead-letter queue',
    { deps: (deps) => ({ ...deps, queue: { ...deps.queue, layAside: async () => undefined } }) },
    /is refused, but not in the dead-letter queue/,
  ],
  ['stores a call again when its message comes again', { table: withoutConditions }, /is stored \d times/],
])('the simulation of the queue of finished calls finds an intake that %s', async (_, planted, broken) => {
  expect(await firstBroken(planted)).toMatch(broken);
});

/** A table on which no write of a transaction has a condition. */
function withoutConditions(table: Parameters<NonNullable<Planted['table']>>[0]) {
  return intercepted(table, (command) => {
    if (!(command instanceof TransactWriteCommand)) return table.db.send(command);
    const TransactItems = (command.input.TransactItems ?? []).map(({ Put = { TableName: '', Item: {} } }) => {
      const { ConditionExpression: _, ExpressionAttributeNames: __, ExpressionAttributeValues: ___, ...put } = Put;
      return { Put: put };
    });
    return table.db.send(new TransactWriteCommand({ TransactItems }));
  });
}
