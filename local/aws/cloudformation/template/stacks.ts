import type { Assembly } from './assembly.ts';
import type { NameOf } from './local-names.ts';
import { loadStack, type Resource, type Stack } from './stack.ts';

/** Several stacks, treated as one set of resources. A stack can import what another stack exports. */
export interface Stacks {
  readonly ofType: (...types: string[]) => readonly Resource[];
  readonly outputs: (stackName: string) => Readonly<Record<string, string>>;
}

/** Loads stacks by name. Reading an imported value throws if none of these stacks exports it. */
export function loadStacks(assembly: Assembly, stackNames: readonly string[], nameOf: NameOf): Stacks {
  const stacks: Stack[] = stackNames.map((name) => loadStack(name, assembly.template(name), nameOf, importValue));
  const resources = stacks.flatMap((stack) => stack.resources);

  function importValue(exportName: string): unknown {
    for (const stack of stacks) {
      const value = stack.exported(exportName);
      if (value !== undefined) return value;
    }
    throw new Error(`No stack exports ${exportName}`);
  }

  return {
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    outputs: (stackName) => stacks.find(({ name }) => name === stackName)?.outputs() ?? {},
  };
}
