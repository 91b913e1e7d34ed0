import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readReport } from '../../support/jest/report.ts';
import { jest, type Run } from './jest.ts';
import { applied, type Mutant } from './mutant.ts';

const NOT_SOURCE: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'cdk.out', '.local', 'coverage']);

/** A copy of the source tree, in which one file at a time has a mutant. */
export type Workshop = ReturnType<typeof openWorkshop>;

export function openWorkshop(root: string) {
  const dir = mkdtempSync(join(tmpdir(), 'mutations-'));
  cpSync(root, dir, { recursive: true, filter: (from) => from === root || !NOT_SOURCE.has(basename(from)) });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return {
    dir,
    /** Runs with the mutant in place, and restores the file afterwards. */
    async with<T>(mutant: Mutant, run: () => Promise<T>): Promise<T> {
      const path = join(dir, mutant.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, applied(mutant, text));
      try {
        return await run();
      } finally {
        writeFileSync(path, text);
      }
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export interface Trial {
  readonly mutant: Mutant;
  readonly finding: 'killed' | 'SURVIVED' | 'BROKEN';
  /** The first test that failed, the timeout, or the output of a broken run. Empty if the mutant survived. */
  readonly by: string;
  readonly durationMs: number;
}

/** Runs the suites with the mutant, until one of them fails. */
export async function tried(workshop: Workshop, mutant: Mutant, stages: readonly string[][]): Promise<Trial> {
  const beganMs = Date.now();
  const judged = await workshop.with(mutant, async () => {
    for (const suites of stages) {
      const report = join(workshop.dir, '.jest-report.json');
      const options = ['--runInBand', '--silent', '--json', `--outputFile=${report}`];
      rmSync(report, { force: true });
      const run = await jest(workshop.dir, [...options, '--runTestsByPath', ...suites]);
      if (run.exitCode !== 0) return judge(run, report);
    }
    return { finding: 'SURVIVED', by: '' } as const;
  });
  return { mutant, ...judged, durationMs: Date.now() - beganMs };
}

/** Judges a run. A suite that cannot be loaded does not count as a failure: the mutant is not a valid program. */
function judge({ exitCode, output }: Run, reportPath: string): Pick<Trial, 'finding' | 'by'> {
  if (exitCode === undefined) return { finding: 'killed', by: 'the timeout of the run' };
  // A mutant may end Jest itself. Then there is no report.
  const [failed] = existsSync(reportPath) ? readReport(reportPath).titles('failed') : [];
  return failed ? { finding: 'killed', by: failed.join(' › ') } : { finding: 'BROKEN', by: output.slice(0, 2_000) };
}
