import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { z } from 'zod';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { synthesizeIfChanged } from '../../../local/aws/cloudformation/synthesis.ts';
import { readStacks } from '../../../local/aws/cloudformation/template.ts';
import { LOCAL_OVERRIDES } from '../../../shared/config/local-overrides.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aContext } from '../../support/functions/endpoint-call.ts';
import { startDynoxide } from '../../support/table/engine.ts';
import { benchWorld } from '../bench-world.ts';
import { startChild } from '../child.ts';
import { EVENTS, succeeded } from '../invocations.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Returns the environment of each function on the local service, as the template gives it. */
async function environments(nearby: string): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { functions } = readStacks(await synthesizeIfChanged(ROOT), nearby);
  return new Map(functions.map(({ name, environment }) => [name, environment]));
}

/** Starts the services that a function reaches, in other processes, and builds `bound.ts` into `folder`. */
export async function startStage(bundles: string, folder: string) {
  const engine = await startDynoxide();
  const neighbours = await startChild(join(import.meta.dirname, 'neighbours.ts'));
  const nearby = `http://127.0.0.1:${neighbours.port}`;
  const world = await benchWorld(engine.endpoint, `${nearby}/hook`);
  const own = await environments(nearby);
  const surroundings = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_KMS: nearby,
    AWS_ENDPOINT_URL_SQS: nearby,
    AWS_ENDPOINT_URL_SNS: nearby,
    // On Lambda, there are no settings in a home folder, so HOME is a folder without settings.
    HOME: folder,
    LAMBDA_TASK_ROOT: bundles,
    AWS_LAMBDA_FUNCTION_VERSION: '1',
    // The events name queues, so the URLs must have the same names.
    QUEUE_URL: `${nearby}/000000000000/main`,
    SLOW_QUEUE_URL: `${nearby}/000000000000/slow`,
    HUNG_QUEUE_URL: `${nearby}/000000000000/hung`,
    TABLE_NAME: world.table.name,
  };

  const starting = (name: string, bundle: string, event: () => unknown) => async (): Promise<ColdStart> => {
    const environment = { ...own.get(name), ...surroundings, AWS_LAMBDA_FUNCTION_NAME: name };
    const { response, ...start } = await coldStart(bundle, await event(), environment);
    if (!succeeded(Object(response))) throw new Error(`${name} returned ${JSON.stringify(response)}`);
    return start;
  };
  const bound = join(folder, 'bound/index.js');
  await buildBound(bound);
  const shipped = FUNCTION_NAMES.map(
    (name) => [name, starting(name, join(bundles, name, 'index.js'), () => EVENTS[name](world))] as const,
  );
  const variants: Record<string, () => Promise<ColdStart>> = {
    bound: starting('bound', bound, () => ({ key: keys.delegation(world.partnerId, world.tenantId) })),
    ...Object.fromEntries(shipped),
  };
  return { variants, stop: () => Promise.all([neighbours.stop(), engine.stop()]) };
}

/** Builds `bound.ts` in the same way as the functions. */
const buildBound = (outfile: string) =>
  build({
    entryPoints: [join(import.meta.dirname, 'bound.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
  });

/** What the new process reports about its first invocation. */
const told = z.object({
  /** The time to load the bundle. */
  initMs: z.number(),
  /** The time of the invocation. It includes any work that the bundle defers in order to load quickly. */
  firstMs: z.number(),
  /** The CPU time of the main thread for both. Of the three times, a busy machine changes this one least. */
  cpuMs: z.number(),
  response: z.unknown(),
});
export type ColdStart = Omit<z.infer<typeof told>, 'response'>;

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

/** Starts a process of this Node, loads the bundle and invokes it once. */
async function coldStart(bundle: string, event: unknown, environment: Readonly<Record<string, string>>) {
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
