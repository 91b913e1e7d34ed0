import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from '../../../shared/store/table/connect.ts';

/** Any command of the document client. */
export interface Command {
  readonly input: object;
}

/** The types of the document client accept no command of unknown type. */
const clientOf = ({ db }: Table): { send(command: Command): Promise<object> } => Object.create(db);

/** The outcome of a command, without the parts that depend on the engine: messages, times and capacities. */
export type Outcome =
  | { readonly kind: 'response'; readonly response: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'rejected';
      readonly name: string;
      /** The reason codes of a cancelled transaction, by position. */
      readonly codes: readonly string[];
      /** The items that failed the conditions, by position. */
      readonly items?: readonly unknown[];
    };

/** Sends the command. Returns its response or error, and the outcome that can be compared. */
export async function outcomeOf(table: Table, command: Command) {
  try {
    const response = await clientOf(table).send(command);
    return { response, outcome: { kind: 'response', response: comparable(response) } satisfies Outcome };
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException)) throw error;
    return { error, outcome: rejection(error) };
  }
}

const ENGINE_ONLY = ['$metadata', 'ConsumedCapacity', 'ItemCollectionMetrics'];

function comparable(response: object): Readonly<Record<string, unknown>> {
  const parts = Object.entries(response).filter(([name, part]) => part !== undefined && !ENGINE_ONLY.includes(name));
  return Object.fromEntries(parts.map(([name, part]) => [name, name === 'Responses' ? inOrder(part) : part]));
}

/** Sorts the items of a batch, which come in any order. */
const inOrder = (responses: object) =>
  Object.values(responses).map((items: object[]) => items.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1)));

const idOf = (item: object) => JSON.stringify(['PK' in item && item.PK, 'SK' in item && item.SK]);

function rejection(error: DynamoDBServiceException): Outcome {
  const { name } = error;
  if (error instanceof ConditionalCheckFailedException) {
    return { kind: 'rejected', name, codes: [], items: [error.Item && unmarshall(error.Item)] };
  }
  if (!(error instanceof TransactionCanceledException)) return { kind: 'rejected', name, codes: [] };
  const reasons = error.CancellationReasons ?? [];
  const items = reasons.map(({ Item }) => Item && unmarshall(Item));
  return { kind: 'rejected', name, codes: reasons.map(({ Code = '' }) => Code), items };
}
