import * as z from 'zod';
import { describeRequirement } from '../shared/domain/requests/requirement.ts';
import type { Change } from './audit/entry.ts';
import { REASON_CHARACTERS } from './console/protocol/limits.ts';
import type { Target } from './target.ts';

export interface CommandResult<Value = unknown> {
  /** The value that the option --json prints. */
  readonly value: Value;
  /**
   * What a person reads instead of `value`. Each entry is a text, an object (printed as fields) or an array (printed as
   * a table), with an empty line between entries. A text can have several lines, so every value that it quotes must go
   * through `escapeForTerminal`.
   */
  readonly readable?: readonly unknown[];
  /** The cursor of the next page of a list, if there is one. */
  readonly next?: string | undefined;
  /** Sentences that a person should read, such as which results are left out. They do not change the exit code. */
  readonly warnings?: readonly string[];
  /** Sentences about what the command could not do or found wrong. If there is at least one, the exit code is 1. */
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
   * Returns what the command destroys or whom it locks out; undefined if the command does no harm with these options.
   * On a stage that keeps its data, a command that does harm needs a confirmation or `--yes`.
   */
  harm?(options: z.output<Options>): string | undefined;
}

/** Lets a running command report its progress to a person, and lets that person stop the command. */
export interface Watch {
  /** Shows a sentence, such as one about the cost, to the person before the command begins its work. */
  announce(sentence: string): void;
  onProgress(done: number, total: number): void;
  /** Whether the command should end before its next step. */
  isStopped(): boolean;
}

export interface WatchedTarget extends Target {
  /** Reports progress to the person who watches the command. Undefined if nobody watches. */
  readonly watch?: Watch | undefined;
}

/** The target of a command that makes a change, with what its entry in the audit trail needs. */
export interface ChangingTarget extends WatchedTarget, Change {}

type Run<On, Options extends z.ZodObject, Value> = (
  target: On,
  options: z.output<Options>,
) => Promise<CommandResult<Value>>;

/**
 * A command has either `reads` or `changes`. Only `changes` gets what an entry of the audit trail needs. The
 * functions that write entries require this, so `reads` cannot use these functions.
 */
type Spec<Options extends z.ZodObject, Value> = About<Options> &
  (
    | { readonly reads: Run<WatchedTarget, Options, Value>; readonly changes?: never }
    | { readonly changes: Run<ChangingTarget, Options, Value>; readonly reads?: never }
  );

/** Thrown before a command runs, if its options are invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Value = unknown> extends Omit<About<z.ZodObject>, 'harm'> {
  readonly isChange: boolean;
  readonly isHarmful: boolean;
  /** Throws a `UsageError` if the options are invalid. */
  prepare(options: unknown): Prepared<Value>;
}

export interface Prepared<Value = unknown> {
  /** What the command destroys or whom it locks out. Undefined if nothing needs a confirmation. */
  readonly harm: string | undefined;
  run(target: Target, as: RunAs): Promise<CommandResult<Value>>;
}

type RunAs = Pick<ChangingTarget, 'action' | 'watch'>;

/** The option `--reason`, whose text the audit trail stores. */
const reasonGiven = z.object({ reason: z.string().trim().min(1).max(REASON_CHARACTERS).optional() });

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

/** Returns a sentence that names the invalid option, but not the position in its value, as in a list. */
const sentence = ({ path: [option], message }: z.core.$ZodIssue) =>
  option === undefined ? message : `--${String(option)}: ${message}`;

/** The schema of a time. A time without a zone is rejected, because its moment would depend on the machine. */
const time = z
  .union([z.iso.datetime({ offset: true }), z.string().regex(/^(0|\d{13})$/)], {
    error: 'must be a time with a zone, such as 2026-11-21T10:00:00Z, or epoch milliseconds (13 digits, or 0)',
  })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)));

/** The highest `--limit` of all lists except `audit list`. */
export const MAX_LIMIT = 999;
const TOO_HIGH = `must be a whole number below ${MAX_LIMIT + 1}`;

export const sharedOptions = {
  partner: z.string().min(1).describe('partner id'),
  tenant: z.string().min(1).describe('line id'),
  call: z.string().min(1).describe('call id'),
  since: time,
  limit: z
    .string()
    .regex(/^\d+$/, TOO_HIGH)
    .transform(Number)
    .refine((value) => value <= MAX_LIMIT, TOO_HIGH)
    .refine((value) => value > 0, 'must be above 0'),
  cursor: z.string().min(1).max(1_024).describe('where to continue: the cursor that the previous page printed'),
} as const;
