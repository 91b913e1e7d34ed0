import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { testTable } from '../support/table/table.ts';
import { allAtOnce, webhooksAtOnce } from './model/all-at-once.ts';
import { oneAfterAnother } from './model/one-after-another.ts';
import { inMemory, onEngine } from './model/places.ts';

// Every run generates the same sequences, so that a failure is reproducible. PROOF_SEED changes them.
fc.configureGlobal({ seed: Number(process.env['PROOF_SEED'] ?? 1) });

/**
 * `npm run proof` runs many more sequences. To run more sequences here, set PROOF_RUNS, for example to 2000. A failing
 * run prints a seed, a path and a replayPath. `fc.assert` repeats the run when it is given these three.
 */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 25);

/** No command restarts the service, because the service keeps nothing outside the table between two requests. */
describe('the service and a model of the contract', () => {
  it(`the service and the model of the contract respond alike in ${RUNS} generated sequences of requests`, async () => {
    await fc.assert(oneAfterAnother(inMemory), { numRuns: RUNS });
  }, 600_000);

  it('the service on a database engine responds like the model of the contract', async () => {
    const engine = async () => onEngine(await testTable());
    await fc.assert(oneAfterAnother(engine), { numRuns: Math.ceil(RUNS / 20) });
  }, 600_000);

  it(`the responses to ${RUNS} generated sequences of concurrent requests are linearizable`, async () => {
    await fc.assert(allAtOnce(inMemory), { numRuns: RUNS });
  }, 600_000);

  it(`the responses to ${RUNS} generated sequences of concurrent registrations and secret rotations are linearizable`, async () => {
    await fc.assert(webhooksAtOnce(inMemory), { numRuns: RUNS });
  }, 600_000);
});
