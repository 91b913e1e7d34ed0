import { inspect } from 'node:util';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import type { Table } from '../../../shared/store/table/connect.ts';
import { memoryTable } from '../memory-table/memory-table.ts';
import { isExcused } from './known-differences.ts';
import { type Command, type Outcome, outcomeOf } from './outcome.ts';

/** Sends each command to a real engine and to a table in memory. Throws if their outcomes differ. */
export function mirrored(engine: Table) {
  const memory = memoryTable({ name: engine.name });
  let last: Promise<unknown> = Promise.resolve();
  let difference: unknown;

  const inTurn = async (command: Command) => {
    const before = last;
    const turn = before.then(() => onBoth(command));
    last = turn.catch(() => undefined);
    return turn;
  };

  async function onBoth(command: Command) {
    const real = await outcomeOf(engine, command);
    const simulated = await outcomeOf(memory, command);
    expectSame(command, simulated.outcome, real.outcome);
    return simulated;
  }

  const send = async (command: Command) => {
    const { response, error } = await inTurn(command).catch((disagreement) => {
      difference ??= disagreement;
      throw disagreement;
    });
    if (error) throw error;
    return response;
  };
  const db: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return {
    db,
    name: engine.name,
    pacing: { random: () => 0, sleepMs: async () => {} },
    memory,
    /** Sends the command to both tables and returns their common outcome. */
    compare: async (command: Command): Promise<Outcome> => (await inTurn(command)).outcome,
    /** Throws if outcomes ever differed, even if the code under test caught the error at that time. */
    assertAgreed(): void {
      if (difference) throw difference;
    },
  };
}

function expectSame(command: Command, simulated: Outcome, real: Outcome): void {
  if (isExcused(simulated, real)) return;
  // The command is on one line, so that the diff shows all of it next to the difference.
  const asked = `${command.constructor.name} ${inspect(command.input, { depth: null, breakLength: Infinity })}`;
  expect({ asked, ...simulated }).toEqual({ asked, ...real });
}
