import { LATENCY_MS, type Latency, type Service } from '../../../../tooling/capacity/aws-figures.ts';
import type { Chances } from '../../virtual-time/chances.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';

/** The clock and the random numbers of a run. */
export interface Nature {
  readonly timeline: Timeline;
  readonly chances: Chances;
}

export type Environment = ReturnType<typeof environment>;

/** The environment in which a function runs. After its timeout, nothing in it continues. */
function environment({ timeline, chances }: Nature, functionName: string) {
  let isAlive = true;

  /** Runs the effect after the time, and returns its result. In a dead environment it never returns. */
  const after = <T>(durationMs: number, effect: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      timeline.after(durationMs, () => {
        if (!isAlive) return;
        try {
          resolve(effect());
        } catch (error) {
          reject(error);
        }
      });
    });

  return {
    functionName,
    nowMs: timeline.nowMs,
    after,
    /** Calls `act` after the delay, unless the returned function cancels the timer. Most timers are cancelled. */
    timer(delayMs: number, act: () => void): () => void {
      let isCancelled = false;
      timeline.quietlyAfter(delayMs, () => {
        if (!isCancelled) void after(0, act);
      });
      return () => {
        isCancelled = true;
      };
    },
    sleepMs: (durationMs: number): Promise<void> => after(durationMs, () => undefined),
    /** Sends a request to a service, which carries it out and responds after the latency of the service. */
    request<T>(service: Service, effect: () => T | Promise<T>): Promise<T> {
      const latency: Latency = LATENCY_MS[service];
      return after(chances.between(service, ...latency), effect);
    },
    die(): void {
      isAlive = false;
    },
  };
}

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
    /** Returns an environment for one invocation; `undefined` while Lambda must not create one. */
    take(): Instance<Handler> | undefined {
      dropExpired();
      return idle.pop()?.instance ?? newInstance();
    },
    giveBack({ env, handler }: Instance<Handler>): void {
      idle.push({ instance: { env, handler, isNew: false }, sinceMs: nowMs() });
    },
  };
}
