import * as z from 'zod';
import { Problem } from '../../tooling/command-line/problem.ts';
import { readStoredJson, writeAtomically } from '../data-dir/stored-file.ts';

const stored = z.record(z.string(), z.boolean());

/**
 * Which mappings somebody has switched on or off; the others are as the template has them. Throws a
 * Problem when the file is damaged: what was switched off must not begin to run again by itself.
 */
export function mappingSwitches(file: string) {
  const { value = {}, damaged } = readStoredJson(file, stored);
  if (damaged) {
    throw new Problem(
      `${file} is damaged, and nothing else says which event source mappings are switched off: remove it to start with ` +
        'all of them as the template has them.',
    );
  }
  let switches = value;
  let written = Promise.resolve();
  return {
    get: (logicalId: string) => switches[logicalId],
    /** Resolves once the switch is on the disk. Rejects with the system's error, and changes nothing, if it cannot be stored. */
    set(logicalId: string, enabled: boolean): Promise<void> {
      const write = async () => {
        const changed = { ...switches, [logicalId]: enabled };
        await writeAtomically(file, JSON.stringify(changed));
        switches = changed;
      };
      // One after the other: of two that overlap, the older one must not be the last to arrive.
      written = written.then(write, write);
      return written;
    },
  };
}
