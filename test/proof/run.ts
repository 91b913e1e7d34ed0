/**
 * `npm run proof -- [--runs 10000] [--seed N] [--only NAME]`: the proofs that take too long for `npm test`. With `--seed`
 * one simulated run is told line by line. What each folder here proves, and where to begin reading: docs/reliability.md,
 * "What proves what".
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { crashPoints } from './crash-points/section.ts';
import { model } from './model/section.ts';
import type { Section } from './section.ts';
import { fairness, hostileReceivers } from './service-proofs.ts';
import { simulation } from './simulation/section.ts';

const SECTIONS: readonly Section[] = [simulation, crashPoints, ...model, fairness, hostileReceivers];

/** A misspelt name or number must not pass for a proof that held. */
const options = z.object({
  runs: z.coerce.number().int().positive(),
  seed: z.coerce.number().int().optional(),
  only: z.enum(SECTIONS.map(({ name }) => name)).optional(),
});
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const asked = options.safeParse(values);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (asked.success) await proveAll(asked.data);
else {
  say(z.prettifyError(asked.error));
  process.exitCode = 2;
}

async function proveAll({ runs, seed, only }: z.output<typeof options>): Promise<void> {
  for (const { name, prove } of SECTIONS.filter((section) => only === undefined || section.name === only)) {
    say(`== ${name}`);
    const { isHeld, summary } = await prove({ runs, seed, say });
    for (const [what, howMuch] of summary) say(`${what.padEnd(40)} ${String(howMuch).padStart(12)}`);
    if (!isHeld) process.exitCode = 1;
  }
}
