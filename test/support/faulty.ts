import type { Table } from '../../shared/store/connect.ts';

type Send = (command: Parameters<Table['db']['send']>[0]) => Promise<unknown>;

/** The same table, but what is sent to it passes through the test first. */
export const intercepted = ({ db, name }: Table, send: Send): Table => ({
  db: Object.assign(Object.create(db), { send }),
  name,
});

/** Every write happens, but its first answer is lost and the request is repeated by somebody who does not know that. */
export const losingAnswers = (table: Table): Table =>
  intercepted(table, async (command) => {
    await table.db.send(command);
    return table.db.send(command);
  });
