import { ACCOUNT_CONCURRENCY } from '../../../../lib/functions/concurrency.ts';
import { COLD_START_MS } from '../../../../tooling/capacity/aws-figures.ts';
import { type Environment, environments, type Instance, type Nature } from './environments.ts';

export type Ending<R> =
  | { readonly kind: 'returned'; readonly result: R }
  /** The handler threw, or the function timed out. */
  | { readonly kind: 'failed' }
  /** There was no concurrency left, so nothing ran. */
  | { readonly kind: 'throttled' };

/** Calls the handler in its environment, which is ended at the deadline. */
type Run<Handler, R> = (handler: Handler, deadlineMs: number) => Promise<R>;

interface FunctionSettings {
  readonly name: string;
  readonly timeoutMs: number;
  /** Concurrency that only this function may use, and that it cannot exceed. */
  readonly reserved: number | undefined;
}

/** What a function used. */
const newUsage = () => ({
  ...{ invocations: 0, throttled: 0, failed: 0, coldStarts: 0 },
  ...{ busyMs: 0, inUse: 0, mostInUse: 0 },
});

/** Simulates Lambda in one account: its concurrency, and the environments of each function. */
export function account(nature: Nature, concurrency = ACCOUNT_CONCURRENCY) {
  const { timeline } = nature;
  const usage = new Map<string, ReturnType<typeof newUsage>>();
  let reservedConcurrency = 0;
  let unreservedInUse = 0;

  /** Adds a function. Returns a function that invokes it. */
  function add<Handler>({ name, timeoutMs, reserved }: FunctionSettings, create: (env: Environment) => Handler) {
    const used = newUsage();
    usage.set(name, used);
    reservedConcurrency += reserved ?? 0;
    const pool = environments(nature, name, create);

    const isFull = () =>
      reserved === undefined ? unreservedInUse >= concurrency - reservedConcurrency : used.inUse >= reserved;

    function occupy(change: 1 | -1): void {
      used.inUse += change;
      used.mostInUse = Math.max(used.mostInUse, used.inUse);
      if (reserved === undefined) unreservedInUse += change;
    }

    function runIn<R>(instance: Instance<Handler>, run: Run<Handler, R>, then: (end: Ending<R>) => void): void {
      const { env, handler, isNew } = instance;
      const begunMs = timeline.nowMs();
      const startMs = isNew ? COLD_START_MS : 0;
      let isOver = false;

      function end(ending: Ending<R>): void {
        isOver = true;
        occupy(-1);
        used.busyMs += timeline.nowMs() - begunMs;
        used.failed += ending.kind === 'failed' ? 1 : 0;
        then(ending);
      }
      function returns(ending: Ending<R>): void {
        if (isOver) return;
        pool.giveBack(instance);
        end(ending);
      }
      function begin(): void {
        run(handler, timeline.nowMs() + timeoutMs).then(
          (result) => returns({ kind: 'returned', result }),
          () => returns({ kind: 'failed' }),
        );
      }

      occupy(1);
      used.invocations += 1;
      used.coldStarts += isNew ? 1 : 0;
      timeline.quietlyAfter(startMs + timeoutMs, () => {
        if (isOver) return;
        env.die();
        end({ kind: 'failed' });
      });
      if (isNew) timeline.after(startMs, begin);
      else begin();
    }

    /** Invokes the function. `then` receives the result, once. */
    return function invoke<R>(run: Run<Handler, R>, then: (end: Ending<R>) => void): void {
      const instance = isFull() ? undefined : pool.take();
      if (instance) runIn(instance, run, then);
      else {
        used.throttled += 1;
        then({ kind: 'throttled' });
      }
    };
  }

  return { add, usage };
}
