import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DUE_SHARDS } from '../../../../shared/names/table.ts';
import type { Table } from '../../../../shared/store/table/connect.ts';
import { conflict } from '../../../support/aws/table-errors.ts';
import { intercepted } from '../../../support/table/faulty.ts';
import { asSdk, type Caller, SDK_TRIES } from './sdk.ts';

export type Execute = (command: unknown) => Promise<unknown>;

/** The share of queries that can fail. A sweep queries every shard, so with more faults it would rarely complete. */
const SHARE_OF_QUERIES = 1 / DUE_SHARDS;

let transactions = 0;

/**
 * Returns the table as one environment reaches it: over a network, through an SDK client that sends each request up to
 * `tries` times, in a service that throttles at times.
 */
export function faultyTable(caller: Caller, table: Table, execute: Execute, tries = SDK_TRIES): Table {
  const { nature, env } = caller;
  const { chances, faults } = nature;

  async function send(command: unknown): Promise<unknown> {
    if (command instanceof QueryCommand) return sendQuery(command);
    if (command instanceof BatchGetCommand) return sendBatchGet(command);
    if (command instanceof TransactWriteCommand || command instanceof UpdateCommand) return sendWrite(command);
    return asSdk(caller, pointOf(command), () => execute(command));
  }

  async function sendWrite(command: TransactWriteCommand | UpdateCommand): Promise<unknown> {
    const point = pointOf(command);
    if (faults.strike(`${env.name} ${point} conflict`, ['transaction conflict'])) {
      return env.through(point, () => {
        throw conflict(itemsOf(command), (n) => n === 0);
      });
    }
    const whole = command instanceof TransactWriteCommand ? named(command.input) : command;
    return asSdk(caller, point, () => execute(whole), tries);
  }

  async function sendBatchGet(command: BatchGetCommand): Promise<unknown> {
    const point = pointOf(command);
    const leaves = faults.strike(`${env.name} ${point} keys`, ['keys left unread']);
    const share = chances.fraction(`${point} left`);
    return asSdk(caller, point, () => (leaves ? leavingKeys(command, share, execute) : execute(command)));
  }

  async function sendQuery(command: QueryCommand): Promise<unknown> {
    if (chances.fraction('query') > SHARE_OF_QUERIES) return env.plainly(() => execute(command));
    const response = await asSdk(caller, 'QueryCommand', () => execute(command));
    return faults.strike(`${env.name} index`, ['index lags behind']) ? withoutOne(response) : response;
  }

  const pacing = { random: () => chances.fraction(`${env.name} pacing`), sleepMs: env.sleepMs };
  return { ...intercepted(table, send), pacing };
}

/** Gives a transaction a token, which all its retries share. */
function named(input: TransactWriteCommandInput): TransactWriteCommand {
  transactions += 1;
  return new TransactWriteCommand({ ...input, ClientRequestToken: `transaction-${transactions}` });
}

/** Reads the first `share` of the keys, and leaves the others unprocessed. */
async function leavingKeys({ input }: BatchGetCommand, share: number, execute: Execute): Promise<unknown> {
  const [[name, { Keys = [], ...how }] = ['', {}]] = Object.entries(input.RequestItems ?? {});
  const [now, later] = [Keys.slice(0, Math.floor(Keys.length * share)), Keys.slice(Math.floor(Keys.length * share))];
  const UnprocessedKeys = { [name]: { Keys: later } };
  if (now.length === 0) return { Responses: {}, UnprocessedKeys };
  const response = await execute(new BatchGetCommand({ RequestItems: { [name]: { ...how, Keys: now } } }));
  return Object.assign(Object(response), { UnprocessedKeys });
}

const page = z.looseObject({ Items: z.array(z.unknown()) });

/** Leaves out the last item, as an index that lags behind does. */
const withoutOne = (response: unknown) => {
  const { Items, ...rest } = page.parse(response);
  return { ...rest, Items: Items.slice(0, -1) };
};

const itemsOf = (command: TransactWriteCommand | UpdateCommand) =>
  command instanceof TransactWriteCommand ? (command.input.TransactItems ?? []).length : undefined;

/** Returns a name for the command and its item. */
function pointOf(command: unknown): string {
  if (command instanceof UpdateCommand || command instanceof GetCommand)
    return `${command.constructor.name} ${String(command.input.Key?.['PK'])}`;
  if (command instanceof TransactWriteCommand) return `TransactWriteCommand ${firstKey(command.input)}`;
  if (command instanceof BatchGetCommand) {
    const [first] = Object.values(command.input.RequestItems ?? {});
    return `BatchGetCommand ${String(first?.Keys?.[0]?.['PK'])}`;
  }
  throw new TypeError('The simulation does not support this command');
}

function firstKey({ TransactItems = [] }: TransactWriteCommandInput): string {
  const [{ Put, Update, Delete } = {}] = TransactItems;
  return String((Put?.Item ?? Update?.Key ?? Delete?.Key)?.['PK']);
}
