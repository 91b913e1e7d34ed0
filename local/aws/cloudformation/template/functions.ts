import * as z from 'zod';
import type { FunctionModel } from '../stack-model.ts';
import type { Assembly } from './assembly.ts';
import { functionFolderOf } from './local-names.ts';
import type { Stacks } from './stacks.ts';

/** The properties of a function that the emulator reads, with Lambda's defaults. */
const properties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  LoggingConfig: z.object({ SystemLogLevel: z.enum(['DEBUG', 'INFO', 'WARN']).default('INFO') }).prefault({}),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }),
  ReservedConcurrentExecutions: z.number().optional(),
});

/** Returns our functions. Functions that CDK adds for the deployment are left out. */
export const readFunctions = (stacks: Stacks, assembly: Assembly): FunctionModel[] =>
  stacks
    .ofType('AWS::Lambda::Function')
    .filter((resource) => functionFolderOf(resource.properties) !== undefined)
    .map((resource) => {
      const { Code, Handler, Timeout, MemorySize, LoggingConfig, Environment, ReservedConcurrentExecutions } =
        resource.read(properties);
      const { ref, attributes } = resource.name();
      return {
        logicalId: resource.logicalId,
        name: ref,
        arn: attributes['Arn'] ?? '',
        codeDir: assembly.assetDir(Code.S3Key),
        handler: Handler,
        timeoutMs: Timeout * 1000,
        memoryMb: MemorySize,
        systemLogLevel: LoggingConfig.SystemLogLevel,
        environment: Environment.Variables,
        ...(ReservedConcurrentExecutions === undefined ? {} : { reservedConcurrency: ReservedConcurrentExecutions }),
      };
    });

/**
 * Returns a function that finds the logical id of one of our Lambda functions by name or ARN, with or without an alias
 * or version. The returned function throws if it finds none.
 */
export function functionFinder(functions: readonly FunctionModel[]) {
  const byName = new Map(functions.map(({ name, logicalId }) => [name, logicalId]));
  return (nameOrArn: string): string => {
    const [name = ''] = nameOrArn.replace(/^arn:[^:]+:lambda:[^:]*:[^:]*:function:/, '').split(':');
    const logicalId = byName.get(name);
    if (logicalId === undefined) throw new Error(`The service has no function ${nameOrArn}`);
    return logicalId;
  };
}
export type FindFunction = ReturnType<typeof functionFinder>;
