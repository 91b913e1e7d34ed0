import { setImmediate as nextTurn } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/store/table/connect.ts';
import { intercepted } from '../support/table/faulty.ts';
import { testClient } from '../support/table/table.ts';

const WRITES = ['TransactWriteCommand', 'DeleteCommand', 'PutCommand', 'UpdateCommand'];

/** Returns the table of a process that is killed just before or just after its write with this number. */
export function killedAt(table: Table, write: number, isWritten: boolean): Table {
  let writes = 0;
  return intercepted(table, async (command) => {
    if (WRITES.includes(command.constructor.name)) writes += 1;
    // From then on, nothing of the process reaches the table.
    if (writes > write || (writes === write && !isWritten)) throw new Error('killed');
    const response = await table.db.send(command);
    if (writes === write && isWritten) throw new Error('killed');
    return response;
  });
}

/** Event loop turns in which every request of a batch begins. */
const TURNS = 100;

/**
 * Returns a client of the engine all of whose requests of an operation break at the same time once, as when one process
 * that passes them all on ends.
 */
export function breakingOnce(operation: string) {
  const client = testClient();
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  let broken = 0;
  let isOver = false;
  requestHandler.handle = async (request, options) => {
    if (isOver || !request.headers['x-amz-target']?.endsWith(`.${operation}`)) return handle(request, options);
    broken += 1;
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
    isOver = true;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  return {
    db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    broken: () => broken,
  };
}
