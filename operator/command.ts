import * as z from 'zod';
import { describeRequirement } from '../shared/domain/requests/requirement.ts';
import type { Change } from './audit/entry.ts';
import type { Target } from './target.ts';

/** The result of a command: what it prints, and what it could not do. */
export interface CommandResult<Value = unknown> {
  /** The value that is printed as JSON with --json. */
  readonly value: Value;
  /**
   * What a person reads instead of `value`. Each entry is a text, an object (printed as fields) or an array (printed as
   * a table), with an empty line between entries. A text can have several lines, so every value that it quotes must go
   * through `escapeForTerminal`.
   */
  readonly readable?: readonly unknown[];
  /** The cursor of the next page of a list, if there is one. */
  readonly next?: string | undefined;
  /** One sentence for each effect that the operator may not have intended. */
  readonly warnings?: readonly string[];
  /** One sentence for each thing that the command could not do. If there is any, the exit code is 1. */
  readonly problems?: readonly string[];
}

interface About<Options extends z.ZodObject> {
  readonly summary: string;
  /**
   * The flags of the command: `dryRun` becomes `--dry-run`. An optional schema makes an optional flag. A flag whose
   * schema accepts `true` needs no value. If `open` is true by default, its flag is `--no-open`.
   */
  readonly options: Options;
  /**
   * Returns one sentence about what the command destroys or whom it locks out; undefined if the command does no harm
   * with these options. A command that does harm needs a confirmation or `--yes`.
   */
  harm?(options: z.output<Options>): string | undefined;
}

/** Lets a running command report its progress to a person, and lets that person stop the command. */
export interface Watch {
  /** Shows a sentence to the person before the command begins its work, such as what it will cost. */
  announce(sentence: string): void;
  onProgress(done: number, total: number): void;
  /** Whether the command should end before its next step. */
  isStopped(): boolean;
}

/** The target of a command, with the person who watches the command. */
export interface WatchedTarget extends Target {
  /** The person who watches the command, if there is one. */
  readonly watch?: Watch | undefined;
}

/** The target of a command that makes a change, with everything that the entry in the audit trail needs. */
export interface ChangingTarget extends WatchedTarget, Change {}

type Run<On, Options extends z.ZodObject, Value> = (
  target: On,
  options: z.output<Options>,
) => Promise<CommandResult<Value>>;

/**
 * A command has exactly one of these functions. Only `changes` gets what an entry of the audit trail needs. So a
 * command that only reads cannot call a function that makes a change, because each of those writes an entry.
 */
type Spec<Options extends z.ZodObject, Value> = About<Options> &
  (
    | { readonly reads: Run<WatchedTarget, Options, Value>; readonly changes?: never }
    | { readonly changes: Run<ChangingTarget, Options, Value>; readonly reads?: never }
  );

/** Thrown if the command line is wrong, before the command does anything. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Value = unknown> extends Omit<About<z.ZodObject>, 'harm'> {
  readonly isChange: boolean;
  readonly isHarmful: boolean;
  /** Checks the options, before anything is changed. Throws a `UsageError` if they are invalid. */
  prepare(options: unknown): Prepared<Value>;
}

interface Prepared<Value> {
  /** What the command destroys or whom it locks out. Undefined if nothing needs a confirmation. */
  readonly harm: string | undefined;
  run(target: Target, as: RunAs): Promise<CommandResult<Value>>;
}

/** The name of the command as a person types it (`action`), and the person who watches the command. */
type RunAs = Pick<ChangingTarget, 'action' | 'watch'>;

/** The option `--reason`, whose text the audit trail stores. */
const reasonGiven = z.object({ reason: z.string().trim().min(1).max(200).optional() });

/** Defines a command. Its schema checks the options before the command runs. */
export function defineCommand<Options extends z.ZodObject, Value>({
  reads,
  changes,
  harm,
  ...about
}: Spec<Options, Value>): Command<Value> {
  const prepare = (given: unknown): Prepared<Value> => {
    const options = parseOptions(about.options, given);
    if (changes === undefined) {
      return { harm: harm?.(options), run: (target, { watch }) => reads({ ...target, watch }, options) };
    }
    const { reason } = parseOptions(reasonGiven, given);
    const run = async (target: Target, as: RunAs): Promise<CommandResult<Value>> => {
      const more: string[] = [];
      const addProblem = (sentence: string) => void more.push(sentence);
      const { problems = [], ...result } = await changes({ ...target, ...as, reason, addProblem }, options);
      return { ...result, problems: [...problems, ...more] };
    };
    return { harm: harm?.(options), run };
  };
  return { ...about, isChange: changes !== undefined, isHarmful: harm !== undefined, prepare };
}

function parseOptions<Options extends z.ZodObject>(schema: Options, given: unknown): z.output<Options> {
  const { data, error } = schema.safeParse(given, { error: describeRequirement });
  if (error) throw new UsageError([...new Set(error.issues.map(sentence))].join('; '));
  return data;
}

/**
 * Returns the sentence about an invalid option. The sentence names the option, but not the place within its value, such
 * as the third entry of a list.
 */
const sentence = ({ path: [option], message }: z.core.$ZodIssue) =>
  option === undefined ? message : `--${String(option)}: ${message}`;

/** The schema of a time. A time zone is required, because without one the time would depend on the machine. */
const time = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(/^(0|\d{13})$/)], {
    error: 'must be a time with a zone, such as 2026-11-21T10:00:00Z, or epoch milliseconds (13 digits, or 0)',
  })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)));

/** Options that commands of several nouns share. */
export const sharedOptions = {
  partner: z.string().min(1).describe('partner id'),
  tenant: z.string().min(1).describe('line id'),
  call: z.string().min(1).describe('call id'),
  since: time,
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number below 1000')
    .transform(Number)
    .refine((value) => value > 0, 'must be above 0'),
  cursor: z.string().min(1).max(1_024).describe('where to continue: the cursor that the previous page printed'),
} as const;
