import type { Table } from '../../../shared/store/table/connect.ts';

/** Counts the round trips to a table. Concurrent requests count as one. Each `of` counts from zero. */
export function roundTrips({ db }: Table) {
  let underWay = 0;
  let trips = 0;
  let commands: string[] = [];
  db.middlewareStack.add(
    (next, context) => async (args) => {
      if (underWay === 0) trips += 1;
      underWay += 1;
      commands.push(context.commandName ?? '');
      try {
        return await next(args);
      } finally {
        underWay -= 1;
      }
    },
    { step: 'initialize', priority: 'high' },
  );
  return {
    async of(run: () => Promise<unknown>): Promise<{ trips: number; commands: readonly string[] }> {
      trips = 0;
      commands = [];
      await run();
      return { trips, commands: commands.toSorted() };
    },
  };
}
