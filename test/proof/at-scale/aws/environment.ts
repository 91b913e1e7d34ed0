import { LATENCY_MS, type Latency, type Service } from '../../../../tooling/capacity/aws.ts';
import type { Chances } from '../../virtual-time/chances.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';

/** The clock and the random numbers of a run. */
export interface Nature {
  readonly timeline: Timeline;
  readonly chances: Chances;
}

export type Environment = ReturnType<typeof environment>;

/** The environment in which a function runs. After its timeout, nothing in it continues. */
export function environment({ timeline, chances }: Nature, functionName: string) {
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
    /**
     * Acts after the time. Returns a function that cancels this. Most timers are cancelled, so they must cost little.
     */
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
