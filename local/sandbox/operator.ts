import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Command } from '../../operator/command.ts';
import { CALL_COMMANDS } from '../../operator/commands/call.ts';
import { DELIVERY_COMMANDS } from '../../operator/commands/delivery.ts';
import { KEY_COMMANDS } from '../../operator/commands/key.ts';
import { LINE_COMMANDS } from '../../operator/commands/line.ts';
import { PARTNER_COMMANDS } from '../../operator/commands/partner.ts';
import { SECRET_COMMANDS } from '../../operator/commands/secret.ts';
import { WEBHOOK_COMMANDS } from '../../operator/commands/webhook.ts';
import { connect } from '../../operator/connections/connect.ts';
import type { Target } from '../../operator/target.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/**
 * The operator's commands for the nouns that the sandbox needs. The other commands are left out, because they would add
 * code for operating AWS to the package.
 */
const NOUNS = {
  ...CALL_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...KEY_COMMANDS,
  ...LINE_COMMANDS,
  ...PARTNER_COMMANDS,
  ...SECRET_COMMANDS,
  ...WEBHOOK_COMMANDS,
};

export { MAX_LIMIT } from '../../operator/command.ts';

type Name = keyof typeof NOUNS;
type Returned<One> = One extends Command<infer Value> ? Value : never;
type Values = { readonly [Each in Name]: Returned<(typeof NOUNS)[Each]> };
const COMMANDS: { readonly [Each in Name]: Command<Values[Each]> } = NOUNS;

/** Runs an operator's command, with the checks of the command line. Returns the value that `--json` prints. */
export type Run = <One extends Name>(name: One, options: unknown, input?: unknown) => Promise<Values[One]>;

/** Connects the operator's commands to the running service. `nowMs` is the service's clock. */
export async function connectOperator(dataDir: string, nowMs: () => number): Promise<Target> {
  return { ...(await connect({ data: dataDir })), nowMs, sleepMs };
}

/** Returns a function that runs the operator's commands. A command that reads a file gets `input` instead. */
export const runnerOn =
  (target: Target): Run =>
  async (name, options, input) => {
    const readText = async () => JSON.stringify(input);
    const { run } = COMMANDS[name].prepare(options);
    const { value, problems = [] } = await run({ ...target, readText }, { action: name });
    if (problems.length > 0) throw new Problem(problems.join(' '));
    return value;
  };
