import * as z from 'zod/mini';
import { reportFault, type Telemetry } from '../../shared/telemetry/telemetry.ts';
import { TRIALS } from './trials.ts';

/** The event that CodeDeploy sends before it shifts traffic to a new version. */
const hookEvent = z.object({ DeploymentId: z.string(), LifecycleEventHookExecutionId: z.string() });
export type Hook = z.infer<typeof hookEvent>;

/** What a function returned, or how its invocation failed. */
export type Invoked = { readonly response: unknown } | { readonly failure: string };

interface Deps extends Telemetry {
  /** The new version of each function, as a qualified name such as `name:41`. The key is the function's folder. */
  readonly versions: Readonly<Record<string, string>>;
  /** Invokes a version of a function. Throws if Lambda did not invoke it. */
  readonly invoke: (version: string, event: unknown) => Promise<Invoked>;
  readonly report: (hook: Hook, status: 'Succeeded' | 'Failed') => Promise<void>;
}

/**
 * Tries the new versions of the functions before CodeDeploy shifts traffic to one of them. A new version fails the
 * deployment only if it does worse than the version that has the traffic. So an outage stops neither a repair nor a
 * rollback.
 */
export const createHandler =
  (deps: Deps) =>
  async (event: unknown): Promise<void> => {
    const hook = hookEvent.parse(event);
    const worse: string[] = [];
    for (const [action, version] of Object.entries(deps.versions)) {
      if (await isWorseThanLive(deps, action, version)) worse.push(action);
    }
    deps.logger.info('Versions tried', { deploymentId: hook.DeploymentId, worse });
    await deps.report(hook, worse.length === 0 ? 'Succeeded' : 'Failed');
  };

async function isWorseThanLive(deps: Deps, action: string, version: string): Promise<boolean> {
  try {
    const problem = await tryVersion(deps, action, version);
    if (problem === undefined) return false;
    const liveProblem = await tryVersion(deps, action, version.replace(/:[^:]+$/, ':live'));
    deps.logger.warn('A new version fails', { action, version, problem, liveProblem });
    return liveProblem === undefined;
  } catch (fault) {
    reportFault(deps, 'A version of a function could not be tried', fault, { action, version });
    return false;
  }
}

async function tryVersion({ invoke }: Deps, action: string, version: string): Promise<string | undefined> {
  const trial = TRIALS.get(action);
  if (!trial) return undefined;
  const invoked = await invoke(version, trial.event);
  if ('failure' in invoked) return invoked.failure;
  return trial.isExpected(invoked.response) ? undefined : 'an unexpected response';
}
