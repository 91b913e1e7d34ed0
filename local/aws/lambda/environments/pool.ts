import type { LambdaEnvironment, Run } from './environment.ts';
import { stopped } from './environment-errors.ts';
import type { Job } from './worker-messages.ts';

/** The execution environments of one function. */
export type LambdaPool = ReturnType<typeof lambdaPool>;

/**
 * Runs invocations in at most `limit` environments. An environment is opened when an invocation waits, and then reused.
 * Environments are opened one at a time: on a machine with few cores, the open environments often handle the waiting
 * invocations before a new one is ready.
 */
export function lambdaPool(limit: number, open: () => LambdaEnvironment) {
  const waiting: { readonly job: Job; readonly resolve: (outcome: Run) => void }[] = [];
  const environments = new Set<LambdaEnvironment>();
  /** The environments that get no more invocations. */
  const outdated = new Set<LambdaEnvironment>();
  /** The environments without an invocation. The environment that was used last is taken first. */
  const idle: LambdaEnvironment[] = [];
  const running = new Set<Promise<void>>();
  let opening = false;
  let closed = false;

  const dispatch = () => {
    while (waiting.length > 0 && idle.length > 0) startNext();
    if (waiting.length > 0 && !opening && environments.size < limit) void add();
  };

  const startNext = () => {
    const next = waiting.shift();
    const env = idle.pop();
    if (!next || !env) return;
    const turn = env.run(next.job).then((outcome) => {
      next.resolve(outcome);
      running.delete(turn);
      release(env);
    });
    running.add(turn);
  };

  const release = (env: LambdaEnvironment) => {
    if (outdated.has(env)) void env.stop();
    else if (env.isUsable()) idle.push(env);
    if (!closed) dispatch();
  };

  const add = async () => {
    opening = true;
    const env = open();
    environments.add(env);
    void env.ended.then(() => {
      environments.delete(env);
      outdated.delete(env);
      if (idle.includes(env)) idle.splice(idle.indexOf(env), 1);
      if (!closed) dispatch();
    });
    const outcome = await env.started;
    opening = false;
    // As on Lambda, an invocation that waited for this environment fails with the error of its start.
    if (!outcome.ok) waiting.shift()?.resolve(outcome);
    release(env);
  };

  return {
    run(job: Job): Promise<Run> {
      if (closed) return Promise.resolve({ ok: false, error: stopped });
      return new Promise((resolve) => {
        waiting.push({ job, resolve });
        dispatch();
      });
    },
    /** Running invocations finish in the old environments. Later invocations run in new ones, opened when needed. */
    async renew() {
      for (const env of environments) outdated.add(env);
      await Promise.all(idle.splice(0).map((env) => env.stop()));
    },
    /** Lets waiting invocations fail and running ones finish within the grace period, then ends every environment. */
    async close(graceMs: number) {
      closed = true;
      for (const { resolve } of waiting.splice(0)) resolve({ ok: false, error: stopped });
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, graceMs);
      await Promise.race([Promise.all(running), grace.promise]);
      clearTimeout(timer);
      await Promise.all([...environments].map((env) => env.stop()));
    },
  };
}
