/**
 * `npm run proof -- [--runs 10000] [--seed N] [--only NAME]`: the proofs that take too long for `npm test`. With `--seed`
 * one run is told line by line.
 */
import { parseArgs } from 'node:util';
import { crashPoints } from './crash-points/section.ts';
import { model } from './model/section.ts';
import type { Section } from './section.ts';
import { fairness, hostileReceivers } from './service-proofs.ts';
import { simulation } from './simulation/section.ts';

const SECTIONS: readonly Section[] = [simulation, crashPoints, ...model, fairness, hostileReceivers];

const { runs, seed, only } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' }, only: { type: 'string' } },
}).values;
const say = (text: string) => process.stdout.write(`${text}\n`);

for (const { name, prove } of SECTIONS.filter((section) => only === undefined || section.name === only)) {
  say(`== ${name}`);
  const { isHeld, summary } = await prove({
    runs: Number(runs),
    seed: seed === undefined ? undefined : Number(seed),
    say,
  });
  for (const [what, howMuch] of summary) say(`${what.padEnd(40)} ${String(howMuch).padStart(12)}`);
  if (!isHeld) process.exitCode = 1;
}
