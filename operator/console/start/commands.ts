import { Failure } from '../../../shared/domain/requests/failure.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { operatorCommand } from '../../as-typed.ts';
import { type Command, commandName, UsageError } from '../../command.ts';
import { sentenceOf } from '../../sentence-of.ts';
import type { Target } from '../../target.ts';
import type { Commands, Explain } from '../server/commands.ts';

/** Returns the operator's commands on a service, as the console runs them: with the checks of the command line. */
export function commandsOn(target: Target, commands: readonly Command[]): Commands {
  const named = new Map(commands.map((command) => [commandName(command), command]));
  const prepared = (name: string, options: unknown) => {
    const command = named.get(name);
    if (command === undefined) throw new Error(`There is no command ${name}`);
    return command.prepare(options);
  };
  return {
    service: target.stackName,
    operator: operatorCommand(target, '').trim(),
    dataDir: target.choice.stack === undefined ? target.choice.data : undefined,
    nowMs: target.nowMs,
    run: async (name, options, watch) => prepared(name, options).run(target, watch),
    harmOf: (name, options) => prepared(name, options).harm,
  };
}

/** Explains what a command, or connecting to the service, has thrown. */
export const explain: Explain = async (error) => ({
  kind: kindOf(error),
  sentence: error instanceof UsageError ? `Not done: ${error.message}` : sentenceOf(error),
});

/** How the services of AWS call the error that names a right which the person lacks. */
const DENIED = ['AccessDenied', 'AccessDeniedException'];

function kindOf(error: unknown) {
  if (error instanceof UsageError) return 'wrong';
  if (error instanceof Error && DENIED.includes(error.name)) return 'rejected';
  return error instanceof Problem || error instanceof Failure ? 'rejected' : 'unavailable';
}
