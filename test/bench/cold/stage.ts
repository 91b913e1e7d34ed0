import { join } from 'node:path';
import { build } from 'esbuild';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { synthesizeIfChanged } from '../../../local/aws/cloudformation/synthesis.ts';
import { readStack } from '../../../local/aws/cloudformation/template.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { startDynoxide } from '../../support/table/engine.ts';
import { benchWorld } from '../bench-world.ts';
import { startChild } from '../child.ts';
import { EVENTS, succeeded } from '../invocations.ts';
import { type ColdStart, coldStart } from './start.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Returns the environment of each function on the local service, as the template gives it. */
async function environments(nearby: string): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { functions } = readStack(await synthesizeIfChanged(ROOT), nearby);
  return new Map(functions.map(({ name, environment }) => [name, environment]));
}

/** Starts what a function reaches, in other processes, and builds the bound into `folder`. */
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
    // As on Lambda, there are no settings in a home folder.
    HOME: folder,
    LAMBDA_TASK_ROOT: bundles,
    AWS_LAMBDA_FUNCTION_VERSION: '1',
    // The events come from queues with these names.
    QUEUE_URL: `${nearby}/000000000000/main`,
    SLOW_QUEUE_URL: `${nearby}/000000000000/slow`,
    HUNG_QUEUE_URL: `${nearby}/000000000000/hung`,
    TABLE_NAME: world.table.name,
  };

  const starting = (name: string, bundle: string, event: () => unknown) => async (): Promise<ColdStart> => {
    const environment = { ...own.get(name), ...surroundings, AWS_LAMBDA_FUNCTION_NAME: name };
    const { response, ...start } = await coldStart({ bundle, event: await event(), environment });
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
