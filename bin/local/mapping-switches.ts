import * as z from 'zod';
import { readIfThere, writeAtomically } from './data-dir.ts';

const stored = z.record(z.string(), z.boolean());

/** Which mappings somebody has switched on or off; those that nobody touched are as the template has them. */
export function mappingSwitches(file: string) {
  const content = readIfThere(file);
  const switches = new Map(Object.entries(content ? stored.parse(JSON.parse(content.toString())) : {}));
  return {
    get: (logicalId: string) => switches.get(logicalId),
    set(logicalId: string, enabled: boolean) {
      switches.set(logicalId, enabled);
      writeAtomically(file, JSON.stringify(Object.fromEntries(switches)));
    },
  };
}
