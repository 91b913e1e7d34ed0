import { setTimeout as sleepMs } from 'node:timers/promises';
import { commandName } from '../../operator/command.ts';
import { SERVICE_COMMANDS } from '../../operator/commands.ts';
import { connect } from '../../operator/connections/connect.ts';
import type { Target } from '../../operator/target.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/** Runs an operator's command, with the checks of the command line. Returns what the command prints as JSON. */
export type Run = (name: string, options: unknown, input?: unknown) => Promise<unknown>;

/** Connects the operator's commands to the running service, whose clock moves. */
export async function connectOperator(dataDir: string, nowMs: () => number): Promise<Target> {
  return { ...(await connect({ data: dataDir })), nowMs, sleepMs };
}

const COMMANDS = new Map(SERVICE_COMMANDS.map((command) => [commandName(command), command]));

/** `input` takes the place of the file that a command reads. */
export const runnerOn =
  (target: Target): Run =>
  async (name, options, input) => {
    const command = COMMANDS.get(name);
    if (command === undefined) throw new Error(`There is no command ${name}`);
    const readText = async () => JSON.stringify(input);
    const { value, problems = [] } = await command.prepare(options).run({ ...target, readText });
    if (problems.length > 0) throw new Problem(problems.join(' '));
    return value;
  };
