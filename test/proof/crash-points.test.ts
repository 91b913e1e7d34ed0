import { afterAll, describe, expect, it } from '@jest/globals';
import { explore } from './crash-points/explore.ts';
import { HANDLERS } from './crash-points/handlers.ts';

/** One fault in each run. Runs with two faults take minutes, so only `npm run proof` makes them. */
describe('the failure of a single external call of a function', () => {
  const ran: string[] = [];
  afterAll(() => {
    process.stdout.write(`Runs with one fault: ${ran.join(', ')}\n`);
  });

  it.each(Object.entries(HANDLERS))(
    'no failure of a single external call breaks an invariant in %s',
    async (handler, scenarios) => {
      const explored = [];
      for (const scenario of scenarios) explored.push(await explore(scenario, 1));
      ran.push(`${handler} ${explored.reduce((sum, { cases }) => sum + cases, 0)}`);
      expect(explored.flatMap(({ failures }) => failures).join('\n')).toBe('');
      // A call that bypasses the script would never meet a fault.
      expect(explored.every(({ cases }) => cases > 0)).toBe(true);
    },
  );
});
