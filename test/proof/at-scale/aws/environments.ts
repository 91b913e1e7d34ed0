import { type Environment, environment, type Nature } from './environment.ts';

/** AWS: a function gets 1,000 more environments every 10 seconds (Lambda developer guide, "Scaling behavior"). */
const NEW = { atOnce: 1_000, perMs: 0.1 };
/** AWS ends idle environments after some minutes, and documents no figure. */
const IDLE_MS = 600_000;

/** An environment with its handler, which keeps its memory between invocations. */
export interface Instance<Handler> {
  readonly env: Environment;
  readonly handler: Handler;
  readonly isNew: boolean;
}

/** The environments of one function. The last one to become idle is the first to be used again. */
export function environments<Handler>(nature: Nature, functionName: string, create: (env: Environment) => Handler) {
  const { nowMs } = nature.timeline;
  let idle: { readonly instance: Instance<Handler>; readonly sinceMs: number }[] = [];
  let mayBeNew: number = NEW.atOnce;
  let refilledAtMs = nowMs();

  function dropExpired(): void {
    const expiredBeforeMs = nowMs() - IDLE_MS;
    const [oldest] = idle;
    if (oldest && oldest.sinceMs < expiredBeforeMs) idle = idle.filter(({ sinceMs }) => sinceMs >= expiredBeforeMs);
  }

  function newInstance(): Instance<Handler> | undefined {
    mayBeNew = Math.min(NEW.atOnce, mayBeNew + (nowMs() - refilledAtMs) * NEW.perMs);
    refilledAtMs = nowMs();
    if (mayBeNew < 1) return undefined;
    mayBeNew -= 1;
    const env = environment(nature, functionName);
    return { env, handler: create(env), isNew: true };
  }

  return {
    /** Returns an environment for one invocation; `undefined` if Lambda may not create one yet. */
    take(): Instance<Handler> | undefined {
      dropExpired();
      return idle.pop()?.instance ?? newInstance();
    },
    giveBack({ env, handler }: Instance<Handler>): void {
      idle.push({ instance: { env, handler, isNew: false }, sinceMs: nowMs() });
    },
  };
}
