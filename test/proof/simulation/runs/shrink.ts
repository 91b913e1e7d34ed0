import { type Options, type Run, simulate } from '../simulate.ts';

/** Each of them takes some milliseconds. */
const MOST_TRIES = 400;

/**
 * A failing run with as few calls and faults as it takes to fail still: half of the faults are left out, then smaller
 * and smaller parts, then one after the other. What remains is told line by line.
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

/** What a developer needs to see of it. */
export const report = ({ seed, broken, calls, faults, told }: Run): string =>
  [
    `Seed ${seed}: ${broken}`,
    `${calls} calls, ${faults.length} faults needed:`,
    ...faults.map(({ id }) => `  ${id}`),
    ...told,
    '',
  ].join('\n');
