import type { ParseArgsOptionsConfig } from 'node:util';
import * as z from 'zod';
import { WebhookVerificationError } from '../clients/receiver/src/index.ts';
import { keysOf } from '../clients/receiver/src/secret.ts';
import { argumentsOf, wrongCommandLine } from '../tooling/command-line/arguments.ts';

/** A flag whose value is a whole number in this range, both ends included. */
export const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
};

/** Checks secrets with the receiver kit, so that its advice appears before anything is sent or received. */
function checkWithKit(secret: string | readonly string[], { addIssue }: z.RefinementCtx): void {
  try {
    keysOf(secret);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') });
  }
}

export const signingSecret = z.string().superRefine(checkWithKit);

/** The secrets of a flag. The flag may be repeated, and each value may contain one secret or several. */
export const signingSecrets = z
  .array(z.string())
  .transform((given) => given.flatMap(splitSecrets))
  .superRefine(checkWithKit);

/** The secrets in WEBHOOK_SECRET, or undefined if it is not set. */
export const secretsIn = ({ WEBHOOK_SECRET }: NodeJS.ProcessEnv): readonly string[] | undefined =>
  WEBHOOK_SECRET ? splitSecrets(WEBHOOK_SECRET) : undefined;

/** Splits at commas, as the samples for partners do. */
const splitSecrets = (text: string): readonly string[] => text.split(/\s*,\s*/);

interface Tool {
  /** The name of the script in package.json. */
  readonly script: string;
  readonly options: ParseArgsOptionsConfig;
  /**
   * Values for flags that are not given. One may be a secret from the environment: unlike a flag, the environment does
   * not get into the shell's history.
   */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/**
 * The checked flags, or undefined if the command line asks for help. Throws a Problem with exit code 2 for a wrong
 * flag.
 */
export function parseCommandLine<Flags>(
  args: readonly string[],
  { script, options, defaults }: Tool,
  schema: z.ZodType<Flags>,
): Flags | undefined {
  const command = `npm run ${script}`;
  const { help, ...values } = argumentsOf(args, { ...options, help: { type: 'boolean', short: 'h' } }, command);
  if (help) return undefined;
  const result = schema.safeParse({ ...defaults, ...values });
  if (result.success) return result.data;
  throw wrongCommandLine(
    result.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '),
    command,
  );
}
