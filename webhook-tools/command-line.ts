import type { ParseArgsOptionsConfig } from 'node:util';
import * as z from 'zod';
import { WebhookVerificationError } from '../clients/receiver/src/index.ts';
import { keysOf } from '../clients/receiver/src/secret.ts';
import { argumentsOf, wrongCommandLine } from '../tooling/command-line/arguments.ts';

export const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
};

/** Checked by the kit, so that its advice is printed before anything is sent or received. */
function checkWithKit(secret: string | readonly string[], { addIssue }: z.RefinementCtx): void {
  try {
    keysOf(secret);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') });
  }
}

export const signingSecret = z.string().superRefine(checkWithKit);

/** Of a flag that may be given several times, each time with one secret or several. */
export const signingSecrets = z
  .array(z.string())
  .transform((given) => given.flatMap(splitSecrets))
  .superRefine(checkWithKit);

/** The secrets in WEBHOOK_SECRET; undefined when it is not set. */
export const secretsIn = ({ WEBHOOK_SECRET }: NodeJS.ProcessEnv): readonly string[] | undefined =>
  WEBHOOK_SECRET ? splitSecrets(WEBHOOK_SECRET) : undefined;

/** As the samples for partners do. */
const splitSecrets = (text: string): readonly string[] => text.split(/\s*,\s*/);

interface Tool {
  /** As in package.json. */
  readonly script: string;
  readonly options: ParseArgsOptionsConfig;
  /** Values for flags that are not given: a secret in the environment is not kept in the history of a shell. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** The command line, checked; undefined when it asks for help. */
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
