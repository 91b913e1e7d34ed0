import type { Readable } from 'node:stream';
import * as z from 'zod';
import { DEFAULTS } from '../../clients/sandbox/src/defaults.ts';
import { EXIT, Problem } from '../../tooling/command-line/problem.ts';

const options = z.strictObject({
  webhookUrl: z.string().min(1).optional(),
  rateLimit: z.enum(['real', 'off']).default(DEFAULTS.rateLimit),
  signatureClock: z.enum(['real', 'service']).default(DEFAULTS.signatureClock),
  port: z.int().min(0).max(65_535).default(0),
  data: z.string().min(1).optional(),
  dynamodbEndpoint: z.url({ protocol: /^https?$/ }).optional(),
  isTalkative: z.boolean().default(false),
});
export type Options = z.infer<typeof options>;

/** Reads a stream up to its first line break. The stream stays open. */
export async function firstLineOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text;
}

/** Reads the options that the client passes as JSON. Throws a Problem that names the invalid options. */
export function parseOptions(json: string): Options {
  const { data, error } = options.safeParse(JSON.parse(json));
  if (error)
    throw new Problem(
      `The options of the sandbox are invalid: ${error.issues.map(sentence).join('; ')}.`,
      EXIT.wrongCommandLine,
    );
  return data;
}

const sentence = ({ path, message }: z.core.$ZodIssue) => [path.join('.'), message].filter(Boolean).join(': ');
