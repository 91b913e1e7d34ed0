import { type Options, type Run, simulate } from '../simulate.ts';

/** Each try takes several milliseconds. */
const MOST_TRIES = 400;

/**
 * Returns a smaller run that still fails. First finds the fewest calls, then removes half of the faults, then smaller
 * parts, then single faults. The result has a report line by line.
 */
export async function shrunk(failing: Options): Promise<Run> {
  let tries = 0;
  let best = await simulate(failing);

  async function attempt(options: Options): Promise<boolean> {
    tries += 1;
    const run = await simulate({ ...failing, ...options });
    if (run.broken === undefined) return false;
    best = run;
    return true;
  }
  const only = (ids: readonly string[]) => ({ seed: failing.seed, calls: best.calls, allowed: new Set(ids) });
  const ids = () => best.faults.map(({ id }) => id);

  for (let calls = 1; calls < best.calls; calls += 1) if (await attempt({ ...only(ids()), calls })) break;
  for (let size = Math.ceil(best.faults.length / 2); size >= 1 && tries < MOST_TRIES; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.faults.length && tries < MOST_TRIES; ) {
      const without = ids().filter((_, index) => index < at || index >= at + size);
      if (!(await attempt(only(without)))) at += size;
    }
  }
  return simulate({ ...failing, ...only(ids()), isTold: true });
}

/** Returns the report of a failing run for developers. */
export const report = ({ seed, broken, calls, faults, told }: Run): string =>
  [
    `Seed ${seed}: ${broken}`,
    `${calls} calls, ${faults.length} faults needed:`,
    ...faults.map(({ id }) => `  ${id}`),
    ...told,
    '',
  ].join('\n');
