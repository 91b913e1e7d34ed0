import * as z from 'zod';
import { argumentsOf, wrongCommandLine } from '../../tooling/command-line/arguments.ts';
import { DAY_SIZE } from './at-scale/scenarios/day.ts';
import { MECHANISMS } from './at-scale/world/without.ts';

const COMMAND = 'npm run proof';
const RUNS = 10_000;

export const usage = (names: readonly string[]) => `${COMMAND} -- [flags]
  --runs ${RUNS}  the number of simulations and of sequences of the model and of linearizability
  --seed N      one simulation only, printed line by line; for the model, the sequences of this seed
  --partners N  the partners of the day in the proof at scale; ${DAY_SIZE.partners.toLocaleString('en')} if absent
  --hours N     how long that day's pipeline runs, and is then stopped; ${DAY_SIZE.hours} if absent
  --scenario S  the scenarios of the proof at scale whose names contain S; all if absent
  --without A,B what the pipeline of the proof at scale lacks: ${MECHANISMS.join(', ')}
  --only NAME   one proof only: ${names.join(', ')}`;

const text = { type: 'string' } as const;
export const OPTIONS = {
  runs: text,
  seed: text,
  partners: text,
  hours: text,
  scenario: text,
  without: text,
  only: text,
  help: { type: 'boolean' },
} as const;

/** fast-check's seeds may be below 0. */
const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: 'must be a whole number' })
  .transform(Number);

/** Rejects unknown values, so that a misspelt name or number does not look like a proof that succeeded. */
const flagsFor = (names: readonly string[]) =>
  z.object({
    runs: wholeNumber.refine((runs) => runs > 0, { error: 'must be at least 1' }).default(RUNS),
    seed: wholeNumber.optional(),
    partners: wholeNumber.refine((partners) => partners >= 20, { error: 'must be at least 20' }).optional(),
    hours: wholeNumber.refine((hours) => hours > 0, { error: 'must be at least 1' }).optional(),
    scenario: z.string().optional(),
    without: z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(MECHANISMS, { error: `must be some of ${MECHANISMS.join(', ')}` })))
      .optional(),
    only: z.enum(names, { error: `must be one of ${names.join(', ')}` }).optional(),
  });
export type ProofFlags = z.output<ReturnType<typeof flagsFor>>;

/** Parses and checks the command line. Returns undefined if the command line asks for help. */
export function parseFlags(args: readonly string[], names: readonly string[]): ProofFlags | undefined {
  const { help, ...values } = argumentsOf(args, OPTIONS, COMMAND);
  if (help) return undefined;
  const result = flagsFor(names).safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrongCommandLine(`--${issue?.path.join('.')} ${issue?.message}`, COMMAND);
}
