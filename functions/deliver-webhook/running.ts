import type { Deps } from './deps.ts';

export type Running = ReturnType<typeof runningMessages>;

/** Keeps track of the messages that an invocation is handling. */
export function runningMessages({ after }: Pick<Deps, 'after'>) {
  const running = new Set<Promise<unknown>>();
  return {
    /** Counts the work as one message until it ends. The work must not reject. */
    track<Result>(work: Promise<Result>): Promise<Result> {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    count: () => running.size,
    oneEnded: () => Promise.race(running),
    /** Resolves when all messages that are running now have ended, or after the given time. */
    async allEnded(withinMs: number): Promise<void> {
      const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
      const cancel = after(withinMs, resolve);
      await Promise.race([Promise.all(running), timeIsUp]);
      cancel();
    },
  };
}
