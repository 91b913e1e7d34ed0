import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { testTable } from '../support/table/table.ts';
import { allAtOnce, webhooksAtOnce } from './model/all-at-once.ts';
import { oneAfterAnother } from './model/one-after-another.ts';
import { inMemory, onEngine } from './model/places.ts';

// The same courses each time, so that a run that fails fails again; PROOF_SEED gives others.
fc.configureGlobal({ seed: Number(process.env['PROOF_SEED'] ?? 1) });

/** `npm run proof` has the depth; more of them here: PROOF_RUNS=2000. A failing run prints what `fc.assert` takes: seed, path and replayPath. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 40);

/** Restarts are not among the commands: between two requests the service keeps nothing outside the table. */
describe('the service is a model of the contract', () => {
  it(`answers ${RUNS} generated courses of events as the contract says, with several partners`, async () => {
    await fc.assert(oneAfterAnother(inMemory), { numRuns: RUNS });
  }, 600_000);

  it('answers the same on a real engine', async () => {
    const engine = async () => onEngine(await testTable());
    await fc.assert(oneAfterAnother(engine), { numRuns: Math.ceil(RUNS / 20) });
  }, 600_000);

  it(`answers ${RUNS} generated crowds as if one thing had come after another`, async () => {
    await fc.assert(allAtOnce(inMemory), { numRuns: RUNS });
  }, 600_000);

  it(`answers ${RUNS} generated crowds that register webhooks and rotate the secret as if one thing had come after another`, async () => {
    await fc.assert(webhooksAtOnce(inMemory), { numRuns: RUNS });
  }, 600_000);
});
