import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { LOCAL_OVERRIDES } from '../../../shared/config/local-overrides.ts';
import { aContext } from '../../support/functions/endpoint-call.ts';

/** The times of the first invocation in a fresh process. */
export interface ColdStart {
  /** The time to load the bundle. */
  readonly initMs: number;
  /** The time of the invocation. It includes any work that the bundle defers in order to load quickly. */
  readonly firstMs: number;
  /** The CPU time of the main thread for both. Of the three times, a busy machine changes this one least. */
  readonly cpuMs: number;
}

const told = z.object({ initMs: z.number(), firstMs: z.number(), cpuMs: z.number(), response: z.unknown() });

/** Measures in the new process, so that the start of Node, which our code cannot change, is not included. */
const RUN = `
  globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(LOCAL_OVERRIDES))})] = { allowLocalWebhooks: true };
  const { event, context } = JSON.parse(process.argv[2]);
  context.getRemainingTimeInMillis = () => 60000;
  const cpuBefore = process.threadCpuUsage();
  const startedMs = performance.now();
  const { handler } = require(process.argv[1]);
  const loadedMs = performance.now();
  handler(event, context).then((response) => {
    const respondedMs = performance.now();
    const { user, system } = process.threadCpuUsage(cpuBefore);
    const cpuMs = (user + system) / 1000;
    const told = { initMs: loadedMs - startedMs, firstMs: respondedMs - loadedMs, cpuMs, response };
    require('node:fs').writeSync(3, JSON.stringify(told));
    process.exit(0);
  });
`;

interface Start {
  readonly bundle: string;
  readonly event: unknown;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a process of this Node, loads the bundle and invokes it once. */
export async function coldStart({ bundle, event, environment }: Start): Promise<ColdStart & { response: unknown }> {
  const argument = JSON.stringify({ event, context: aContext });
  const child = spawn(process.execPath, ['-e', RUN, bundle, argument], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , stderr, result] = child.stdio;
  if (!stderr || !(result && 'readable' in result)) throw new Error('The process has no pipes');
  const [output, problems] = await Promise.all([text(result), text(stderr), once(child, 'exit')]);
  if (output === '') throw new Error(`${bundle} did not return: ${problems}`);
  return told.parse(JSON.parse(output));
}
