import { argumentsOf, wrongCommandLine } from '../command-line/arguments.ts';

const COMMAND = 'npm run -s trace';

export const USAGE = `${COMMAND} -- [--commit C | --stack NAME] [--function F] < lines
  replaces positions in the stack traces of deployed functions with TypeScript files and lines
  --commit C    the deployed commit (default: the sources in this folder)
  --stack NAME  read the deployed commit from the output Commit of this stack
  --function F  the function that wrote the log lines, for lines that do not name their function`;

export interface TraceFlags {
  readonly commit?: string;
  readonly stack?: string;
  readonly function?: string;
}

/** Parses and checks the command line. Returns undefined if it asks for help. */
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
