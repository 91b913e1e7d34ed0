import { inspect } from 'node:util';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import type { Table } from '../../../shared/store/connect.ts';
import { type MemoryTable, memoryTable } from '../memory-table/memory-table.ts';
import { isExcused } from './known-differences.ts';
import { type Command, type Outcome, outcomeOf } from './outcome.ts';

interface Mirrored extends Table {
  readonly memory: MemoryTable;
  /** What both said. */
  compare(command: Command): Promise<Outcome>;
}

/**
 * A table of the real engine and one in memory beside it: each command goes to both, one command after the other, and
 * the test fails where they do not say the same.
 */
export function mirrored(engine: Table): Mirrored {
  const memory = memoryTable({ name: engine.name });
  let last: Promise<unknown> = Promise.resolve();

  async function onBoth(command: Command) {
    const before = last;
    const both = before.then(async () => ({
      real: await outcomeOf(engine, command),
      simulated: await outcomeOf(memory, command),
    }));
    last = both.catch(() => undefined);
    const { real, simulated } = await both;
    // One line, so that a difference shows what was asked.
    const asked = `${command.constructor.name} ${inspect(command.input, { depth: null, breakLength: Infinity })}`;
    if (!isExcused(simulated.outcome, real.outcome)) {
      expect({ asked, ...simulated.outcome }).toEqual({ asked, ...real.outcome });
    }
    return simulated;
  }

  const send = async (command: Command) => {
    const { answer, error } = await onBoth(command);
    if (error) throw error;
    return answer;
  };
  const db: DynamoDBDocumentClient = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { db, name: engine.name, memory, compare: async (command) => (await onBoth(command)).outcome };
}
