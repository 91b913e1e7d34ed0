import type { Taken } from '../../shared/delivery/wake-ups/inbox.ts';
import type { Lane } from '../../shared/domain/deliveries/lane.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Deps } from './deps.ts';

/**
 * How long an invocation waits for receivers before it receives further messages. Most healthy receivers respond
 * earlier.
 */
export const PATIENCE_MS = 250;

/**
 * The number of open requests at which an invocation receives no further messages, because more requests would wait for
 * its CPU.
 */
export const MAX_REQUESTS_AT_ONCE = 100;

/** Roughly the longest time for one message: a request to a receiver, and the requests to the table and the queues. */
export const LONGEST_MESSAGE_MS = 15_000;

interface Invocation {
  /** The lane whose queue invoked the function. */
  readonly lane: Lane;
  readonly running: Running;
  readonly handle: (taken: readonly Taken[]) => Promise<ReadonlySet<string>>;
  readonly remainingMs: () => number;
}

/**
 * Receives further messages from the queue and handles them while a message of this invocation waits for its receiver.
 * Otherwise, the invocation would stay occupied until its last request ends, and one hanging request in each
 * invocation would occupy the whole lane.
 */
export async function receiveFurtherMessages(deps: Deps, invocation: Invocation): Promise<void> {
  const { lane, running, remainingMs } = invocation;
  const batches: Promise<void>[] = [];
  let isQueueAway = false;
  await running.allEnded(PATIENCE_MS);
  while (running.count() > 0) {
    if (isQueueAway || running.count() >= MAX_REQUESTS_AT_ONCE || remainingMs() <= LONGEST_MESSAGE_MS) {
      await running.oneEnded();
      continue;
    }
    try {
      const taken = await deps.inbox.take(lane);
      if (taken.length > 0) batches.push(handleAndRemove(deps, invocation, taken));
    } catch (error) {
      isQueueAway = true;
      reportFault(deps, 'No further wake-ups could be received', error, { lane });
    }
  }
  await Promise.all(batches);
}

/**
 * Handles messages and deletes those that are done. SQS delivers a message again if its deletion fails. That does no
 * harm, because only one of several wake-ups can claim an attempt.
 */
async function handleAndRemove(deps: Deps, { lane, handle }: Invocation, taken: readonly Taken[]): Promise<void> {
  const done = await handle(taken);
  try {
    await deps.inbox.remove(
      lane,
      taken.filter(({ id }) => done.has(id)),
    );
  } catch (error) {
    reportFault(deps, 'Handled wake-ups could not be removed from their queue', error, { lane, count: done.size });
  }
  deps.meter.flush();
}

export type Running = ReturnType<typeof runningMessages>;

/** Counts the messages that an invocation is handling. */
export function runningMessages({ after }: Pick<Deps, 'after'>) {
  const running = new Set<Promise<unknown>>();
  return {
    /** Counts `work` as one message until it ends. `work` must not reject. */
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
