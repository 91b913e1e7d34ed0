/**
 * `npm run proof -- [flags]` runs the proofs that take too long for `npm test`; `--help` lists the flags. With `--seed`
 * it prints one simulated run line by line. docs/reliability.md, "What proves what", says what each folder proves and
 * where to begin reading.
 */
import { Problem } from '../../tooling/command-line/problem.ts';
import { atScale } from './at-scale/section.ts';
import { capacity } from './capacity/section.ts';
import { crashPoints } from './crash-points/section.ts';
import { type ProofFlags, parseFlags, usage } from './flags.ts';
import { intake } from './intake/section.ts';
import { mixedVersions } from './mixed-versions/section.ts';
import { model } from './model/section.ts';
import { propagation } from './propagation/section.ts';
import type { Section } from './section.ts';
import { fairness, farReceivers, hostileReceivers } from './service-proofs.ts';
import { simulation } from './simulation/section.ts';

const SECTIONS: readonly Section[] = [
  simulation,
  crashPoints,
  mixedVersions,
  ...model,
  propagation,
  intake,
  atScale,
  capacity,
  fairness,
  hostileReceivers,
  farReceivers,
];
const NAMES = SECTIONS.map(({ name }) => name);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const asked = parseFlags(process.argv.slice(2), NAMES);
  if (asked) await proveAll(asked);
  else say(usage(NAMES));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function proveAll({ only, ...wanted }: ProofFlags): Promise<void> {
  for (const { name, prove } of SECTIONS.filter((section) => only === undefined || section.name === only)) {
    say(`== ${name}`);
    const { isHeld, summary } = await prove({ ...wanted, say });
    for (const [what, howMuch] of summary) say(`${what.padEnd(40)} ${String(howMuch).padStart(12)}`);
    if (!isHeld) process.exitCode = 1;
  }
}
