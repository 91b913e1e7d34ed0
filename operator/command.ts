import * as z from 'zod';
import { requirement } from '../shared/domain/requests/requirement.ts';
import type { Target } from './target.ts';

/** What is printed, and what was not done. */
export interface CommandResult {
  /** Plain JSON. */
  readonly value: unknown;
  /**
   * What a person reads instead: a text, fields or a table each, with an empty line between them. A text may have lines
   * of its own, so what it quotes from others has to be `printable`.
   */
  readonly readable?: readonly unknown[];
  /** One sentence each of what was done and may not have been meant. */
  readonly warnings?: readonly string[];
  /** One sentence each; any makes the exit code 1. */
  readonly problems?: readonly string[];
}

interface Spec<Options extends z.ZodObject> {
  readonly noun: string;
  /** Absent where the noun says it all: `sweep`. */
  readonly verb?: string;
  readonly summary: string;
  /** `dryRun` is `--dry-run`; an optional schema makes an optional flag; one that takes `true` needs no value. */
  readonly options: Options;
  /** What it will destroy or whom it will shut out, as a sentence. Such a command has to be confirmed, or given `--yes`. */
  harm?(options: z.output<Options>): string;
  run(target: Target, options: z.output<Options>): Promise<CommandResult>;
}

/** The command line itself is wrong, and says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One row of the command line's table. */
export interface Command extends Omit<Spec<z.ZodObject>, 'run' | 'harm'> {
  readonly isHarmful: boolean;
  /** Checks the options, or throws a `UsageError`. Nothing is touched before. */
  prepare(options: unknown): Prepared;
}

interface Prepared {
  /** Undefined when there is nothing to confirm. */
  readonly harm: string | undefined;
  run(target: Target): Promise<CommandResult>;
}

export function command<Options extends z.ZodObject>({ run, harm, ...spec }: Spec<Options>): Command {
  const prepare = (given: unknown): Prepared => {
    const options = spec.options.safeParse(given, { error: requirement });
    if (!options.success) throw new UsageError([...new Set(options.error.issues.map(sentence))].join('; '));
    return { harm: harm?.(options.data), run: (target) => run(target, options.data) };
  };
  return { ...spec, isHarmful: harm !== undefined, prepare };
}

/** Where in an option's value the fault is, as in the third of a list, is left out. */
const sentence = ({ path: [option], message }: z.core.$ZodIssue) =>
  option === undefined ? message : `--${String(option)}: ${message}`;

/** Options that more than one noun takes. */
export const given = {
  partner: z.string().min(1).describe('partner id'),
  tenant: z.string().min(1).describe('line id'),
  call: z.string().min(1).describe('call id'),
} as const;
