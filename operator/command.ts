import * as z from 'zod';
import { requirement } from '../shared/domain/requests/requirement.ts';
import type { Target } from './target.ts';

/** What a command prints, and what it did not do. */
export interface CommandResult {
  /** Printed as JSON with --json. */
  readonly value: unknown;
  /**
   * What a person reads instead of `value`. Each entry is a text, an object (printed as fields) or an array (printed as
   * a table), with an empty line between entries. A text may have several lines, so anything that it quotes must be
   * `printable`.
   */
  readonly readable?: readonly unknown[];
  /** One sentence for each thing that the command did but the operator may not have intended. */
  readonly warnings?: readonly string[];
  /**
   * One sentence for each thing that the command could not do. If there is at least one sentence, the exit code is 1.
   */
  readonly problems?: readonly string[];
}

interface Spec<Options extends z.ZodObject> {
  readonly noun: string;
  /** Absent if the noun alone is the command, as for `sweep`. */
  readonly verb?: string;
  readonly summary: string;
  /**
   * `dryRun` becomes `--dry-run`. An optional schema makes an optional flag. A flag whose schema accepts `true` needs
   * no value.
   */
  readonly options: Options;
  /**
   * Returns one sentence about what the command destroys or whom it shuts out. Such a command needs a confirmation or
   * `--yes`.
   */
  harm?(options: z.output<Options>): string;
  run(target: Target, options: z.output<Options>): Promise<CommandResult>;
}

/** The command line itself is wrong. The message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One command of the command line. */
export interface Command extends Omit<Spec<z.ZodObject>, 'run' | 'harm'> {
  readonly isHarmful: boolean;
  /** Checks the options, before anything is changed. Throws a `UsageError` if they are invalid. */
  prepare(options: unknown): Prepared;
}

interface Prepared {
  /** Undefined if nothing needs a confirmation. */
  readonly harm: string | undefined;
  run(target: Target): Promise<CommandResult>;
}

/** Defines a command. Its options are checked by its schema before it runs. */
export function command<Options extends z.ZodObject>({ run, harm, ...spec }: Spec<Options>): Command {
  const prepare = (given: unknown): Prepared => {
    const options = spec.options.safeParse(given, { error: requirement });
    if (!options.success) throw new UsageError([...new Set(options.error.issues.map(sentence))].join('; '));
    return { harm: harm?.(options.data), run: (target) => run(target, options.data) };
  };
  return { ...spec, isHarmful: harm !== undefined, prepare };
}

/** Names the option only. The place within its value, such as the third entry of a list, is left out. */
const sentence = ({ path: [option], message }: z.core.$ZodIssue) =>
  option === undefined ? message : `--${String(option)}: ${message}`;

/** Options that the commands of more than one noun have. */
export const given = {
  partner: z.string().min(1).describe('partner id'),
  tenant: z.string().min(1).describe('line id'),
  call: z.string().min(1).describe('call id'),
} as const;
