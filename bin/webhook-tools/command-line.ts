import type { ParseArgsOptionsConfig } from 'node:util';
import * as z from 'zod';
import { WebhookVerificationError } from '../../clients/receiver/src/index.ts';
import { keyOf } from '../../clients/receiver/src/secret.ts';
import { argumentsOf, wrongCommandLine } from '../arguments.ts';

export const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
};

/** Judged by the kit, so that its advice is given before anything is sent or received. */
export const signingSecret = z.string().superRefine((value, { addIssue }) => {
  try {
    keyOf(value);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') });
  }
});

interface Tool {
  /** As in package.json. */
  readonly script: string;
  readonly options: ParseArgsOptionsConfig;
  /** Where the secret may stand, so that it need not be in the history of a shell. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The command line, checked; undefined when it asks for help. */
export function parseCommandLine<Flags>(
  args: readonly string[],
  { script, options, environment }: Tool,
  schema: z.ZodType<Flags>,
): Flags | undefined {
  const command = `npm run ${script}`;
  const { help, ...values } = argumentsOf(args, { ...options, help: { type: 'boolean', short: 'h' } }, command);
  if (help) return undefined;
  const fromEnvironment = environment['WEBHOOK_SECRET'];
  const result = schema.safeParse(fromEnvironment ? { secret: fromEnvironment, ...values } : values);
  if (result.success) return result.data;
  throw wrongCommandLine(
    result.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '),
    command,
  );
}
