import * as z from 'zod';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { readStoredJson, writeAtomically } from '../../data-dir/stored-file.ts';

const stored = z.record(z.string(), z.boolean());

/**
 * Remembers which mappings an operator has switched on or off. All other mappings are as in the template. Throws a
 * Problem if the file is damaged, because a mapping that was switched off must not start again by itself.
 */
export function mappingSwitches(file: string) {
  const { value = {}, damaged } = readStoredJson(file, stored);
  if (damaged) {
    throw new Problem(
      `${file} is damaged, and nothing else says which event source mappings are switched off. Delete the file ` +
        'to start with every mapping as it is in the template.',
    );
  }
  let switches = value;
  let written = Promise.resolve();
  return {
    get: (logicalId: string) => switches[logicalId],
    /**
     * Resolves when the setting is on disk. If it cannot be stored, rejects with the system's error and changes
     * nothing.
     */
    set(logicalId: string, enabled: boolean): Promise<void> {
      const write = async () => {
        const changed = { ...switches, [logicalId]: enabled };
        await writeAtomically(file, JSON.stringify(changed));
        switches = changed;
      };
      // Runs one write after the other. If two writes overlapped, the older one could be the last to finish.
      written = written.then(write, write);
      return written;
    },
  };
}
