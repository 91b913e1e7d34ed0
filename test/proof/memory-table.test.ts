import { beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { testTable } from '../support/table.ts';
import { content, steps } from './differential/generated-steps.ts';
import { mirrored } from './differential/mirrored.ts';

/** More of them by hand: PROOF_RUNS=2000. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 60);

describe('the table in memory', () => {
  let both: ReturnType<typeof mirrored>;
  beforeAll(async () => {
    both = mirrored(await testTable());
  });

  it(`says and does what the engine does, step by step, in ${RUNS} generated runs`, async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        run += 1;
        const where = { TableName: both.name, run: `run-${run}` };
        for (const step of all) {
          await step(where, both.compare);
          await both.compare(content(where));
        }
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
