import type { StackModel } from './stack-model.ts';
import { readAlarms } from './template/alarms.ts';
import { readApi } from './template/api.ts';
import { openAssembly } from './template/assembly.ts';
import { functionFinder, readFunctions } from './template/functions.ts';
import { type LocalEndpoints, localNames } from './template/local-names.ts';
import { readMappings } from './template/mappings.ts';
import { readSchedules } from './template/schedules.ts';
import { loadStacks } from './template/stacks.ts';
import { readQueues, readTables } from './template/tables-and-queues.ts';

export { manifest } from './template/assembly.ts';

interface Source {
  readonly cdkOutDir: string;
  readonly stage: string;
  /** Base URLs of the engines. Queue URLs start with the base URL of `sqs`. */
  readonly endpoints: LocalEndpoints;
}

/** Reads a stage's two stacks, and resolves every reference to a local engine. */
export function readStack({ cdkOutDir, stage, endpoints }: Source): StackModel {
  const assembly = openAssembly(cdkOutDir);
  const stackName = `partner-lines-${stage}-service`;
  const stacks = loadStacks(assembly, [`partner-lines-${stage}-stateful`, stackName], localNames(endpoints));
  const functions = readFunctions(stacks, assembly);
  const findFunction = functionFinder(functions);
  const queues = readQueues(stacks);
  return {
    stackName,
    functions,
    tables: readTables(stacks),
    queues,
    ...readMappings(stacks, queues, findFunction),
    schedules: readSchedules(stacks, findFunction),
    api: readApi(stacks, findFunction),
    alarms: readAlarms(stacks),
    outputs: stacks.outputs(stackName),
  };
}
