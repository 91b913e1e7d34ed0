import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { errorSentence } from '../errors.ts';
import { type Change, type EntryState, newEntry, type Subject } from './entry.ts';

export interface Ending extends Partial<Subject> {
  readonly state: Exclude<EntryState, 'started'>;
  readonly outcome: string;
}

export const endingOfChange = (isDone: boolean, outcome: string): Ending => ({
  state: isDone ? 'done' : 'failed',
  outcome,
});

/** The maximum length of an outcome that is an error, which can quote a long message of AWS. */
const MAX_OUTCOME_LENGTH = 300;

/**
 * Does work that is not one transaction of the table, and records it in an entry of the audit trail. If the entry
 * cannot be written, the work does not begin. If the tool dies during the work, or the entry cannot be completed, the
 * entry stays `started`.
 */
export async function withAuditEntry<Result>(
  change: Change,
  subject: Subject,
  work: () => Promise<Result>,
  endingOfChange: (result: Result) => Ending,
): Promise<Result> {
  const { table, addProblem } = change;
  const entry = { ...(await newEntry(change)), ...subject };
  await save(table, { ...entry, state: 'started' });
  const result = await work().catch(async (error: unknown) => {
    const outcome = errorSentence(error).slice(0, MAX_OUTCOME_LENGTH);
    // If this write fails as well, the entry stays `started`, and the operator still gets the error of the work.
    await save(table, { ...entry, state: 'failed', outcome }).catch(() => undefined);
    throw error;
  });
  const ended = endingOfChange(result);
  await save(table, { ...entry, ...ended }).catch((error: unknown) => {
    addProblem(
      `The entry in the audit trail still says \`started\`, because its outcome could not be stored: ${ended.outcome}. ` +
        `Note the outcome with your ticket. ${errorSentence(error)}`,
    );
  });
  return result;
}

const save = ({ db, name }: Table, entry: Item & { readonly state: EntryState }) =>
  db.send(new PutCommand({ TableName: name, Item: entry }));
