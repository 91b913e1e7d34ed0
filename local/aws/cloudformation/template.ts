import { stackNameOf } from '../../../shared/names/stage-names.ts';
import type { StackModel } from './stack-model.ts';
import { readAlarms } from './template/alarms.ts';
import { readApi } from './template/api.ts';
import { openAssembly } from './template/assembly.ts';
import { functionFinder, readFunctions } from './template/functions.ts';
import { localNames } from './template/local-names.ts';
import { readMappings } from './template/mappings.ts';
import { readSchedules } from './template/schedules.ts';
import { loadStacks } from './template/stacks.ts';
import { readQueues, readTables } from './template/tables-and-queues.ts';

export { manifest } from './template/assembly.ts';

/** Reads the two stacks of the stage `dev`, with the local names of their resources. */
export function readStacks(cdkOutDir: string, sqsEndpoint: string): StackModel {
  const assembly = openAssembly(cdkOutDir);
  const stackName = stackNameOf('dev', 'service');
  const stacks = loadStacks(assembly, [stackNameOf('dev', 'stateful'), stackName], localNames(sqsEndpoint));
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
