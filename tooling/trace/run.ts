import { existsSync, readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { argumentsOf, wrongCommandLine } from '../command-line/arguments.ts';
import { EXIT, Problem } from '../command-line/problem.ts';
import { runTool, type Terminal } from '../command-line/run-tool.ts';
import { CHANGED } from '../deploy/commit.ts';
import { fromJson } from '../from-json.ts';
import { parseSourceMap, replaceWithSourcePositions } from './source-positions.ts';

const COMMAND = 'npm run -s trace';

const USAGE = `${COMMAND} -- [--commit C | --stack NAME] [--function F] < lines
  replaces positions in the stack traces of deployed functions with TypeScript files and lines
  --commit C    the deployed commit (default: use the sources in this folder)
  --stack NAME  read the deployed commit from the output Commit of this stack
  --function F  the function that wrote the log lines, for lines that do not name their function`;

export interface TraceTools extends Terminal {
  /** Returns the deployed commit from the stack's output. Undefined if there is no such stack or output. */
  readonly deployedCommit: (stack: string) => Promise<string | undefined>;
  /** Returns the folder with the bundles and source maps of a commit, or of the current sources. */
  readonly bundlesOf: (commit: string | undefined) => Promise<string>;
  readonly readInput: () => Promise<string>;
}

/** The field of a log line that names the function. Lambda's own lines about a crash lack this field. */
const logLine = z.object({ service: z.string() });

/** Runs `npm run trace` with these arguments and returns the exit code. */
export const runTrace = (args: readonly string[], tools: TraceTools): Promise<number> =>
  // The lines are printed without escapes, as they are in the log.
  runTool(tools, () => {
    const flags = parseTraceFlags(args);
    return flags === undefined ? tools.out(`${USAGE}\n`) : printTrace(flags, tools);
  });

interface TraceFlags {
  readonly commit?: string;
  readonly stack?: string;
  readonly function?: string;
}

/** Returns undefined if the command line asks for help. */
function parseTraceFlags(args: readonly string[]): TraceFlags | undefined {
  const text = { type: 'string' } as const;
  const options = { commit: text, stack: text, function: text, help: { type: 'boolean' } } as const;
  const { help, ...flags } = argumentsOf(args, options, COMMAND);
  if (help) return undefined;
  if (flags.commit !== undefined && flags.stack !== undefined) {
    throw wrongCommandLine('Give either --commit or --stack', COMMAND);
  }
  return flags;
}

async function printTrace(flags: TraceFlags, tools: TraceTools): Promise<void> {
  const commit = flags.stack === undefined ? flags.commit : await fetchDeployedCommit(flags.stack, tools);
  const input = await tools.readInput();
  const folder = await tools.bundlesOf(commit);
  const mapOf = sourceMapsIn(folder);
  const decode = (line: string) => replaceWithSourcePositions(line, () => mapOf(functionOf(line) ?? flags.function));
  tools.out(input.split('\n').map(decode).join('\n'));
}

async function fetchDeployedCommit(stack: string, { deployedCommit, err }: TraceTools): Promise<string> {
  const deployed = await deployedCommit(stack);
  if (deployed === undefined)
    throw new Problem(`There is no stack ${stack} with an output Commit: pass the commit with --commit.`);
  if (!deployed.endsWith(CHANGED)) return deployed;
  const commit = deployed.slice(0, -CHANGED.length);
  err(`${stack} was deployed from ${commit} with uncommitted changes, so line numbers can be wrong.`);
  return commit;
}

/**
 * Returns the name of the function that wrote a log line. A line of `aws logs tail` has a time and a stream before the
 * JSON.
 */
const functionOf = (line: string): string | undefined =>
  logLine.safeParse(fromJson(line.slice(line.indexOf('{')))).data?.service;

function sourceMapsIn(folder: string) {
  const maps = new Map<string, SourceMap>();
  return (action: string | undefined) => {
    if (action === undefined)
      throw new Problem('A line does not name its function: add --function.', EXIT.wrongCommandLine);
    const file = join(folder, action, 'index.js.map');
    if (!existsSync(file)) throw new Problem(`The sources have no function ${action}.`);
    const map = maps.get(action) ?? parseSourceMap(readFileSync(file, 'utf8'));
    maps.set(action, map);
    return map;
  };
}
