/**
 * `npm run proof:mutations` removes every named clause, guard and filter in turn and expects a test to fail. If no test
 * fails, the code is either untested or unneeded. `--only TEXT` tries only mutants whose name or place contains the
 * text. The option can be given several times.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { joinCells, padCells } from '../../tooling/command-line/tables.ts';
import { endAll, groupByProject, jest, suitesFor } from './mutations/jest.ts';
import { allMutants } from './mutations/list.ts';
import type { Mutant } from './mutations/mutant.ts';
import { openWorkshop, type Trial, tried, type Workshop } from './mutations/workshop.ts';

/** For all suites, on a busy machine. */
const ALL_SUITES_MS = 1_800_000;
const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const { only, jobs } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [''] }, jobs: { type: 'string', default: '2' } },
}).values;

const say = (text: string) => process.stdout.write(`${text}\n`);
const placeOf = ({ file, line }: Mutant) => `${file}:${line}`;
const secondsSince = (beganMs: number) => `${((Date.now() - beganMs) / 1_000).toFixed(0)} s`;

const beganMs = Date.now();
const workshops = Array.from({ length: Number(jobs) }, () => openWorkshop(ROOT));
process.once('exit', () => {
  endAll();
  for (const workshop of workshops) workshop.close();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const [first] = workshops;
if (!first) throw new Error('--jobs must be 1 or more');
const mutants = allMutants(first.dir).filter((mutant) =>
  only.some((text) => `${placeOf(mutant)} ${mutant.what}`.includes(text)),
);
if (mutants.length === 0) throw new Error(`No mutant's name or place contains ${only.join(' or ')}`);
const suites = await suitesOf(first, mutants);
await expectGreen(first, [...new Set([...suites.values()].flat(2))]);
const trials = await tryAll(mutants);
report(trials);

async function suitesOf({ dir }: Workshop, all: readonly Mutant[]): Promise<Map<string, string[][]>> {
  const found = new Map<string, string[][]>();
  for (const file of new Set(all.map((mutant) => mutant.file))) found.set(file, await suitesFor(dir, file));
  return found;
}

/** Throws if a suite fails without a mutant. Such a suite would kill every mutant. */
async function expectGreen({ dir }: Workshop, paths: readonly string[]): Promise<void> {
  say(`${mutants.length} mutants, ${paths.length} suites. First run: the suites without a mutant`);
  for (const suites of groupByProject(paths)) {
    const { exitCode, output } = await jest(dir, ['--maxWorkers', jobs, '--runTestsByPath', ...suites], ALL_SUITES_MS);
    if (exitCode === 0) continue;
    say(output);
    throw new Error('The suites fail without any mutant');
  }
}

/** Tries all mutants. Each workshop takes the next one as soon as it is free. */
async function tryAll(all: readonly Mutant[]): Promise<Trial[]> {
  const done: Trial[] = [];
  const waiting = all.values();
  const work = async (workshop: Workshop) => {
    for (const mutant of waiting) {
      const trial = await tried(workshop, mutant, suites.get(mutant.file) ?? []);
      done.push(trial);
      const took = `${(trial.durationMs / 1_000).toFixed(1)} s`;
      say(`[${done.length}/${all.length}] ${trial.finding.padEnd(8)} ${placeOf(mutant)} ${mutant.what} (${took})`);
    }
  };
  await Promise.all(workshops.map(work));
  return done;
}

function report(all: readonly Trial[]): void {
  const inOrder = all.toSorted((a, b) => placeOf(a.mutant).localeCompare(placeOf(b.mutant), 'en', { numeric: true }));
  const rows = inOrder.map(({ mutant, finding, by }) => {
    const result = finding === 'killed' ? `killed by: ${by}` : `${finding} ${by}`;
    return [mutant.what, placeOf(mutant), result];
  });
  say(`\n${joinCells(padCells(rows))}`);
  const count = (wanted: Trial['finding']) => all.filter(({ finding }) => finding === wanted).length;
  const [killed, survived, broken] = [count('killed'), count('SURVIVED'), count('BROKEN')];
  say(`\n${killed} killed, ${survived} survived, ${broken} broken, in ${secondsSince(beganMs)}`);
  process.exitCode = killed === all.length ? 0 : 1;
}
