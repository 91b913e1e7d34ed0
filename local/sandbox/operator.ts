import { setTimeout as sleepMs } from 'node:timers/promises';
import { type CommandName, type CommandValues, SERVICE_COMMANDS } from '../../operator/commands.ts';
import { connect } from '../../operator/connections/connect.ts';
import type { Target } from '../../operator/target.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/** Runs an operator's command, with the checks of the command line. Returns what the command prints as JSON. */
export type Run = <Name extends CommandName>(
  name: Name,
  options: unknown,
  input?: unknown,
) => Promise<CommandValues[Name]>;

/** Connects the operator's commands to the running service, whose clock moves. */
export async function connectOperator(dataDir: string, nowMs: () => number): Promise<Target> {
  return { ...(await connect({ data: dataDir })), nowMs, sleepMs };
}

/** `input` takes the place of the file that a command reads. */
export const runnerOn =
  (target: Target): Run =>
  async (name, options, input) => {
    const readText = async () => JSON.stringify(input);
    const { run } = SERVICE_COMMANDS[name].prepare(options);
    const { value, problems = [] } = await run({ ...target, readText }, { action: name });
    if (problems.length > 0) throw new Problem(problems.join(' '));
    return value;
  };
