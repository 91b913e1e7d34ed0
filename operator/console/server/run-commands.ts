import type * as z from 'zod/mini';
import { maskPhoneNumber } from '../../../shared/domain/calls/phone-number.ts';
import { NUMBERS_IN_TEXT } from '../../../shared/domain/lines/e164.ts';
import { Failure } from '../../../shared/domain/requests/failure.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { type Command, type CommandResult, UsageError, type Watch } from '../../command.ts';
import { errorSentence } from '../../errors.ts';
import { operatorCommand, type Target } from '../../target.ts';
import type { ROUTES, RouteName } from '../protocol/routes.ts';

/** What the command of each route must return. */
export type ValueFor<Name extends RouteName> = Readonly<z.input<(typeof ROUTES)[Name]['value']>>;

export type ConsoleCommands = { readonly [Name in RouteName]: Command<ValueFor<Name>> };

export interface Commands {
  /** The name of the service's stack. */
  readonly service: string;
  /** The beginning of every operator command for this service, up to the name of the command. */
  readonly operator: string;
  /** The data folder of a local service. Undefined for a stack. */
  readonly dataDir: string | undefined;
  /** The commit that is deployed, if the stack names it. */
  readonly commit: string | undefined;
  readonly nowMs: () => number;
  /** Checks the options like the command line, and runs the command. Throws if the command fails. */
  run<Name extends RouteName>(name: Name, options: unknown, watch?: Watch): Promise<CommandResult<ValueFor<Name>>>;
  /** Returns what a person must confirm, if anything. Throws if the options are invalid. Does not run the command. */
  fetchConfirmation(name: RouteName, options: unknown): string | undefined;
}

export const commandsForTarget = (target: Target, commands: ConsoleCommands): Commands => ({
  service: target.stackName,
  operator: operatorCommand(target, '').trim(),
  dataDir: target.choice.stack === undefined ? target.choice.data : undefined,
  commit: target.outputs.Commit,
  nowMs: target.nowMs,
  run: async (name, options, watch) => commands[name].prepare(options).run(target, { action: name, watch }),
  fetchConfirmation: (name, options) => commands[name].prepare(options).harm,
});

export type Explain = (error: unknown) => Promise<Explanation>;

export interface Explanation {
  /** `wrong`: an invalid option. `rejected`: a Problem, a Failure or a missing right. `unavailable`: any other error. */
  readonly kind: 'wrong' | 'rejected' | 'unavailable';
  readonly sentence: string;
}

/** Returns the kind of an error and a sentence about it, in which phone numbers are masked. */
export const explain: Explain = async (error) => ({
  kind: kindOfError(error),
  sentence: sentenceForPages(error).replace(NUMBERS_IN_TEXT, maskPhoneNumber),
});

function sentenceForPages(error: unknown): string {
  if (error instanceof UsageError) return withoutDashes(error.message);
  // A stopped local service refuses all connections. The port number in the error would help nobody.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return STOPPED;
  return errorSentence(error);
}

const STOPPED = 'The service does not respond. It may have been stopped.';

/** Turns a message about an option into one about a field of a page: `From: must be a time`. */
const withoutDashes = (message: string) =>
  message.replace(/^--since/, 'From').replace(/^--([a-z])/, (_, letter: string) => letter.toUpperCase());

/** The names of AWS's errors for a right that the person lacks. */
const DENIED = ['AccessDenied', 'AccessDeniedException'];

function kindOfError(error: unknown): Explanation['kind'] {
  if (error instanceof UsageError) return 'wrong';
  if (error instanceof Error && DENIED.includes(error.name)) return 'rejected';
  return error instanceof Problem || error instanceof Failure ? 'rejected' : 'unavailable';
}
