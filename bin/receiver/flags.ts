import { parseArgs, types } from 'node:util';
import * as z from 'zod';
import { StartProblem } from '../local/problem.ts';

const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error });
};

const flags = z.object({
  port: wholeNumber(0, 65_535).default(9100),
  secret: z
    .string()
    .regex(/^whsec_([0-9a-f]{2})+$/, { error: 'must be whsec_ and hexadecimal digits, as PUT /v1/webhooks gives it' })
    .optional(),
  status: wholeNumber(200, 599).default(200),
});

export const USAGE = `npm run receiver -- [flags]
  --port 9100       where events are received; 0 takes any free port
  --secret whsec_…  as PUT /v1/webhooks gives it; without it signatures are not verified
  --status 200      what every genuine event is answered with`;

/** The command line, checked; undefined when it asks for help. */
export function parseFlags(args: readonly string[]): z.infer<typeof flags> | undefined {
  const { help, ...values } = split(args);
  if (help) return undefined;
  const result = flags.safeParse(values);
  if (result.success) return result.data;
  throw wrong(result.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`).join('; '));
}

function split(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { port: text, secret: text, status: text, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // Advice on how to quote an argument follows the first sentence.
    throw wrong(types.isNativeError(error) ? error.message.replace(/(\.\s|\n).*/s, '') : String(error));
  }
}

const wrong = (sentence: string) => new StartProblem(`${sentence}; see npm run receiver -- --help.`, 2);
