export interface Clock {
  readonly now: () => number;
  /** Waits, and keeps the process alive. */
  readonly wait: (ms: number) => Promise<void>;
  /** Waits, but lets the process end in the meantime. */
  readonly waitIdly: (ms: number) => Promise<void>;
  readonly random: () => number;
}

interface TimeOptions {
  readonly now?: (() => number) | undefined;
  readonly wait?: ((ms: number) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
}

export const clockOf = ({ now = Date.now, wait, random = Math.random }: TimeOptions): Clock => ({
  now,
  wait: wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  waitIdly: wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms).unref())),
  random,
});

/** Sends a request, and rejects if there is no response in time. The signal then aborts the request. */
export async function withTimeout<Result>(
  { waitIdly }: Pick<Clock, 'waitIdly'>,
  ms: number,
  to: string,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const acting = act(ending.signal);
  const expired = waitIdly(ms).then(() => {
    throw new Error(`${to} did not respond within ${ms} ms`);
  });
  try {
    return await Promise.race([acting, expired]);
  } catch (error) {
    ending.abort(error);
    throw error;
  } finally {
    // After the time limit, nobody waits for the request, so its error is ignored.
    acting.catch(() => undefined);
    expired.catch(() => undefined);
  }
}
