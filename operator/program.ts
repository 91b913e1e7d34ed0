import { Command as Commander, CommanderError, Option } from 'commander';
import * as z from 'zod';
import { confirm } from '../tooling/command-line/confirm.ts';
import { escapeForTerminal, escapeLinesForTerminal } from '../tooling/command-line/escape-for-terminal.ts';
import { exitCodeOf } from '../tooling/command-line/explain-error.ts';
import { EXIT } from '../tooling/command-line/problem.ts';
import { DEFAULT_DATA_DIR } from '../tooling/data-folder.ts';
import { type Command, type CommandResult, UsageError, type Watch } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type Confirm, confirmHarm } from './confirmation.ts';
import { flagOf, shellWord, toKebabCase } from './console/protocol/shell-word.ts';
import { errorSentence } from './errors.ts';
import { printedResult } from './output.ts';
import { type Target, type TargetChoice, targetChoice } from './target.ts';

interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly connect: (choice: TargetChoice) => Promise<Target>;
  readonly confirm: Confirm;
}

const globalOptions = targetChoice.extend({ json: z.boolean().default(false) });

/** Runs a command line and returns the exit code. `argv` does not contain `node` and the script's name. */
export const main = (argv: readonly string[]): Promise<number> =>
  runOperator(argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    // Imported only when a command connects, so that the help stays fast.
    connect: async (choice) => (await import('./connections/connect.ts')).connect(choice),
    confirm,
  });

/** Like `main`, with the given terminal. */
export async function runOperator(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = operatorProgram(terminal, async ([action, command], given, globals) => {
    const prepared = command.prepare(given);
    const { json, ...choice } = globalOptions.parse(globals);
    const target = await terminal.connect(choice);
    await confirmHarm(prepared, given, target, terminal.confirm);
    const result: CommandResult = await prepared.run(target, { action, watch: terminalWatch(target, terminal) });
    const { next, warnings = [], problems = [] } = result;
    terminal.out(`${printedResult(result, json)}\n`);
    const more = next === undefined ? [] : [`There are more. To continue, add --cursor ${shellWord(next)}`];
    for (const sentence of [...more, ...warnings, ...problems]) terminal.err(`${escapeForTerminal(sentence)}\n`);
    if (problems.length > 0) exitCode = EXIT.notDone;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return printFailure(error, terminal);
  }
}

/** How often a long command prints its progress. */
const PROGRESS_EVERY_MS = 5_000;

function terminalWatch({ nowMs }: Pick<Target, 'nowMs'>, { err }: Pick<Terminal, 'err'>): Watch {
  let saidAtMs = nowMs();
  return {
    announce: (sentence) => err(`${escapeForTerminal(sentence)}\n`),
    onProgress(done, total) {
      if (nowMs() - saidAtMs < PROGRESS_EVERY_MS) return;
      saidAtMs = nowMs();
      err(`Progress: ${done} of about ${total}.\n`);
    },
    isStopped: () => false,
  };
}

type Named = readonly [words: string, command: Command];
type Action = (command: Named, options: unknown, globals: unknown) => Promise<void>;

function operatorProgram({ out, err }: Terminal, act: Action): Commander {
  const program = new Commander('operator')
    .description('Manage partners, lines, calls and deliveries of the running local service or of a deployed stack.')
    .option('--data <folder>', `data folder of the local service (default: ${DEFAULT_DATA_DIR})`)
    .addOption(
      new Option('--stack <name>', 'work on this service stack in AWS, not on the local service').conflicts('data'),
    )
    .option('--json', 'print JSON on stdout')
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(escapeLinesForTerminal(text)),
    })
    .exitOverride();
  for (const [words, command] of Object.entries(COMMANDS)) {
    const entry = findOrAddCommand(program, words).description(command.summary);
    for (const [name, schema] of Object.entries(command.options.shape)) addOption(entry, name, schema);
    if (command.isChange) entry.option('--reason <text>', 'why you run this command, for the audit trail');
    if (command.isHarmful) entry.option('--yes', 'do not ask for confirmation');
    entry.action(() => act([words, command], entry.opts(), program.opts()));
  }
  for (const noun of program.commands.filter(({ commands }) => commands.length > 0)) {
    noun.description(noun.commands.map((verb) => verb.name()).join(' | '));
  }
  return program;
}

/** A noun alone, such as `sweep`, can be a command. */
function findOrAddCommand(program: Commander, words: string): Commander {
  const [noun = '', verb] = words.split(' ');
  const entry = program.commands.find((known) => known.name() === noun) ?? program.command(noun);
  return verb === undefined ? entry : entry.command(verb);
}

function addOption(entry: Commander, name: string, schema: z.core.$ZodType): void {
  const accepts = (value: unknown) => z.safeParse(schema, value).success;
  const isOnByDefault = z.safeParse(schema, undefined).data === true;
  const flag = isOnByDefault ? `--no-${toKebabCase(name)}` : flagOf(name);
  const flags = accepts(true) ? flag : `${flag} <${toKebabCase(name)}>`;
  const description = z.globalRegistry.get(schema)?.description ?? '';
  if (accepts(undefined)) entry.option(flags, description);
  else entry.requiredOption(flags, description);
}

function printFailure(error: unknown, { err }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongCommandLine;
  if (error instanceof UsageError) {
    err(`error: ${escapeForTerminal(error.message)}\n`);
    return EXIT.wrongCommandLine;
  }
  err(`${escapeForTerminal(errorSentence(error))}\n`);
  return exitCodeOf(error);
}
