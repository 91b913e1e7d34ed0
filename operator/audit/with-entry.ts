import { put, type Write, withConflictRetries } from '../../shared/store/table/transactions.ts';
import { type Change, newEntry, type Subject } from './entry.ts';

/** Returns the write that adds the entry of a change to the change's transaction. */
export type EntryWrite = (subject: Subject) => Write;

/**
 * Makes a change that is one transaction, and retries it while it meets contention. `attempt` puts the write of `entry`
 * into the transaction: then the change and its entry are stored together, or neither is. All tries write the same
 * entry, even after a lost response.
 */
export async function withEntry<Result>(
  change: Change,
  attempt: (entry: EntryWrite) => Promise<Result>,
): Promise<Result> {
  const entry = await entryOf(change);
  return withConflictRetries(() => attempt(entry), change.table.pacing);
}

/** For changes whose function retries its transaction itself. */
export async function entryOf(change: Change): Promise<EntryWrite> {
  const entry = await newEntry(change);
  return (subject) => put({ ...entry, ...subject });
}
