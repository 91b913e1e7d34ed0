import { connect } from '../../../operator/connections/connect.ts';
import { runOperator as runProgram } from '../../../operator/program.ts';
import type { Target } from '../../../operator/target.ts';

/**
 * Runs an operator's command in this process, because tests that need only what the command does or prints would
 * otherwise mostly wait for Node to start. `parts` replace parts of the service that the command works on.
 */
export async function runOperatorHere(
  dataDir: string,
  args: readonly string[],
  stdin = '',
  parts: Partial<Target> = {},
) {
  let stdout = '';
  let stderr = '';
  const code = await runProgram(['--data', dataDir, '--json', ...args], {
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    connect: async (choice) => ({ ...(await connect(choice)), readText: async () => stdin, ...parts }),
    confirm: async () => undefined,
  });
  return { code, stdout, stderr };
}

/** Runs an operator's command in this process, and returns the JSON that it prints. Throws if the command fails. */
export async function operator<T = Record<string, unknown>>(
  dataDir: string,
  args: readonly string[],
  stdin = '',
): Promise<T> {
  const { code, stdout, stderr } = await runOperatorHere(dataDir, args, stdin);
  if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
