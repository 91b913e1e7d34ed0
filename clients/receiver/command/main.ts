#!/usr/bin/env node
import type { Command } from './command.ts';
import { FOLLOW } from './follow/command.ts';
import { LISTEN } from './listen/command.ts';
import { causeOf, Problem, WrongCommandLine } from './problem.ts';
import { RECONCILE } from './reconcile/command.ts';
import { SEND } from './send/command.ts';
import { VERIFY } from './verify/command.ts';

const NAME = 'partner-lines-webhooks';

const COMMANDS = new Map<string, Command>([
  ['listen', LISTEN],
  ['send', SEND],
  ['verify', VERIFY],
  ['follow', FOLLOW],
  ['reconcile', RECONCILE],
]);

const USAGE = `${NAME} listen | send | verify | follow | reconcile [flags]
  listen     receive, verify and print events; forward them to your receiver, or save them for send
  send       send a signed sample, or a saved request, to your receiver
  verify     check a request, and say what is wrong
  follow     read the calls of a line from the API, and send each to your receiver as a signed event
  reconcile  list the calls that your receiver has not stored
Each command has its own help, such as ${NAME} listen --help.
Exit codes: 0 all is well; 1 rejected, failed or missing; 2 wrong command line.`;

const LOOK_EVERY_MS = 1_000;

const [word = '', ...args] = process.argv.slice(2);
const isHelp = (text: string) => text === '--help' || text === '-h';

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = error instanceof WrongCommandLine ? 2 : 1;
  console.error(errorSentence(error));
}

async function run(): Promise<0 | 1> {
  const command = COMMANDS.get(word);
  if (command === undefined) {
    if (!isHelp(word))
      // The word is not quoted, because it may be a secret.
      throw new WrongCommandLine(word === '' ? 'Name a command' : 'Unknown command');
    console.log(USAGE);
    return 0;
  }
  if (args.some(isHelp)) {
    console.log(command.usage);
    return 0;
  }
  if (command.serves) {
    exitWithZeroOnSignal();
    exitWhenNpxEnds();
  }
  return command.run(args, { environment: process.env, print: console.log });
}

/** Makes SIGINT and SIGTERM end the process with exit code 0, for commands such as `listen` that run until a signal. */
function exitWithZeroOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

/** If npx has started the command, ends the command when npx ends. The shell of npx does not pass signals on. */
function exitWhenNpxEnds(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(0), LOOK_EVERY_MS).unref();
}

/** Returns the text for an error: a sentence for a problem or a system error, otherwise the stack. */
function errorSentence(error: unknown): string {
  if (error instanceof WrongCommandLine) return `${error.message}; see ${helpCommand()}.`;
  if (error instanceof Problem) return error.message;
  if (error instanceof Error && 'code' in error) return `Failed: ${error.message || causeOf(error)}.`;
  return String(error instanceof Error ? error.stack : error);
}

function helpCommand(): string {
  return COMMANDS.has(word) ? `${NAME} ${word} --help` : `${NAME} --help`;
}
