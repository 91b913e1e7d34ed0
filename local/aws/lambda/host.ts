import { randomUUID } from 'node:crypto';
import type { FunctionModel } from '../cloudformation/stack-model.ts';
import { maxEnvironments } from './concurrency.ts';
import { type EnvironmentSettings, openEnvironment, type Run } from './environments/environment.ts';
import { stopped } from './environments/environment-errors.ts';
import { type LambdaPool, lambdaPool } from './environments/pool.ts';
import { sourcePositionReplacer } from './environments/readable-stack-traces.ts';
import type { Conclusion } from './environments/worker-messages.ts';
import type { Invocation, Invoke, InvokeResult } from './invoke.ts';

export interface LambdaHostSettings extends EnvironmentSettings {
  readonly functions: readonly FunctionModel[];
  /** How many environments a function may have, by its logical id. */
  readonly environments?: Readonly<Record<string, number>>;
  /** Called after every invocation, except those that ended because the host was closed. */
  readonly onInvocation?: (invocation: Invocation) => void;
}

export interface LambdaHost {
  readonly invoke: Invoke;
  /** Runs later invocations from the code in another folder. Running invocations finish with the old code. */
  replaceCode(functionLogicalId: string, codeDir: string): Promise<void>;
  /** Lets running invocations finish within the grace period. Resolves when no worker is left. */
  close(graceMs?: number): Promise<void>;
}

const CLOSE_GRACE_MS = 2_000;

/** Runs the stack's functions in workers, by the rules of Lambda that a caller can notice. */
export function startLambdaHost(settings: LambdaHostSettings): LambdaHost {
  const { onInvocation = () => undefined } = settings;
  const readable = sourcePositionReplacer();
  const own: EnvironmentSettings = {
    ...settings,
    onLog: (log) => settings.onLog({ ...log, line: readable(log.line) }),
  };
  const pools = new Map<string, { readonly name: string; readonly pool: LambdaPool }>();
  const replacedCode = new Map<string, { readonly codeDir: string }>();
  for (const fn of settings.functions) {
    const limit = maxEnvironments(fn, settings.environments?.[fn.logicalId]);
    const pool = lambdaPool(limit, () => openEnvironment({ ...fn, ...replacedCode.get(fn.logicalId) }, own));
    pools.set(fn.logicalId, { name: fn.name, pool });
  }

  const poolOf = (functionLogicalId: string) => {
    const found = pools.get(functionLogicalId);
    if (!found) throw new Error(`The stack has no function ${functionLogicalId}`);
    return found;
  };

  return {
    async invoke(functionLogicalId, event) {
      const found = poolOf(functionLogicalId);
      const run = await found.pool.run({ requestId: randomUUID(), event: JSON.stringify(event) ?? 'null' });
      if (!wasStopped(run)) onInvocation({ functionName: found.name, failed: !run.ok, durationMs: run.durationMs });
      return toInvokeResult(run);
    },
    async replaceCode(functionLogicalId, codeDir) {
      replacedCode.set(functionLogicalId, { codeDir });
      await poolOf(functionLogicalId).pool.renew();
    },
    async close(graceMs = CLOSE_GRACE_MS) {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close(graceMs)));
    },
  };
}

const wasStopped = (run: Run) => !run.ok && run.error === stopped;

function toInvokeResult(outcome: Conclusion): InvokeResult {
  if (outcome.ok) return { ok: true, payload: JSON.parse(outcome.payload) };
  const { errorType, errorMessage } = outcome.error;
  return { ok: false, error: { errorType, errorMessage } };
}
