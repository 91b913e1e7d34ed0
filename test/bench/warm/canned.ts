import type { Table } from '../../../shared/store/table/connect.ts';
import { intercepted } from '../../support/faulty.ts';

/** Answers of the table to one invocation, in the order in which it asked. */
type Answers = readonly unknown[];

/** The table, and what it has answered since. */
export function recording(table: Table): { table: Table; answers: () => Promise<Answers> } {
  const asked: Promise<unknown>[] = [];
  const recorded = intercepted(table, (command) => {
    const answer = table.db.send(command);
    asked.push(answer);
    return answer;
  });
  return { table: recorded, answers: () => Promise.all(asked.splice(0)) };
}

/** A table that gives the recorded answers to every invocation anew, and costs nothing. */
export function replaying(table: Table, answers: Answers): Table {
  let asked = 0;
  return intercepted(table, async () => {
    const answer = answers[asked % answers.length];
    asked += 1;
    return answer;
  });
}
