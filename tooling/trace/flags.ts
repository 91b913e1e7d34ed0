import { argumentsOf, wrongCommandLine } from '../command-line/arguments.ts';

const COMMAND = 'npm run -s trace';

export const USAGE = `${COMMAND} -- [--commit C | --stack NAME] [--function F] < lines
  names TypeScript files and lines in stack traces of deployed functions
  --commit C    what was deployed; without it, the sources as they are here
  --stack NAME  what is deployed there: the commit in the stack's output Commit
  --function F  for lines that do not say themselves which function wrote them`;

export interface TraceFlags {
  readonly commit?: string;
  readonly stack?: string;
  readonly function?: string;
}

/** The command line, checked; undefined when it asks for help. */
export function parseTraceFlags(args: readonly string[]): TraceFlags | undefined {
  const text = { type: 'string' } as const;
  const options = { commit: text, stack: text, function: text, help: { type: 'boolean' } } as const;
  const { help, ...flags } = argumentsOf(args, options, COMMAND);
  if (help) return undefined;
  if (flags.commit !== undefined && flags.stack !== undefined) {
    throw wrongCommandLine('Give either --commit or --stack', COMMAND);
  }
  return flags;
}
