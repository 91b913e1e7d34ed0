import { ApiError, isApiError, PartnerLinesError } from './errors.ts';
import { type CallBookmark, iterateNewCalls } from './new-calls.ts';
import { isTemporary } from './retry-policy.ts';
import { RATE_WINDOW_MS } from './service-rules.ts';
import type { RateUsage } from './transport.ts';
import type { Call, CallPage } from './types.ts';

/** How far a program has followed the calls of a line. It is plain JSON. */
export interface CallPosition extends CallBookmark {
  /**
   * The next request waits until this Unix time in milliseconds, but at most one window of the rate limit. Set when the
   * rate limit leaves few requests, or when a read fails with Retry-After.
   */
  readonly notBefore?: number;
}

/** A place in which `followCalls` keeps its position, such as a row of your database. */
export interface CallPositionStore {
  /** Returns what `save` stored last, or undefined at the first start. */
  load(): CallPosition | undefined | Promise<CallPosition | undefined>;
  save(position: CallPosition): void | Promise<void>;
}

export interface FollowRules {
  readonly store: CallPositionStore;
  /** Where to begin if the store has no position yet, as Unix time in milliseconds. */
  readonly since: number;
  readonly everyMs: number;
  readonly onOutage: (error: PartnerLinesError) => void;
}

interface FollowDeps {
  readonly readPage: (since: number, cursor: string | undefined) => Promise<{ body: CallPage; rate?: RateUsage }>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly nowMs: () => number;
}

/** How often the list of calls is read by default. */
export const FOLLOW_EVERY_MS = 30_000;

/** How many requests per window of the rate limit are left to other programs that read the same line. */
const LEFT_TO_OTHERS = 5;

/** Yields calls, oldest first, as they appear. The position moves past a call when the next call is requested. */
export async function* follow(rules: FollowRules, deps: FollowDeps): AsyncGenerator<Call, never, undefined> {
  let position: CallPosition = (await rules.store.load()) ?? { since: rules.since, known: [] };
  const moveTo = async (next: CallPosition) => {
    await rules.store.save(next);
    position = next;
  };
  for (;;) {
    const readAtMs = deps.nowMs();
    for (const { call, bookmark } of iterateNewCalls(await found(), position)) {
      yield call;
      await moveTo({ ...position, ...bookmark });
    }
    await deps.wait(Math.max(0, readAtMs + rules.everyMs - deps.nowMs()));
  }

  /** Returns all calls since the position, newest first, or none after an error that a later read may not have. */
  async function found(): Promise<readonly Call[]> {
    const calls: Call[] = [];
    try {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        await untilAllowed();
        const { body, rate } = await deps.readPage(position.since, cursor);
        calls.push(...body.calls);
        cursor = body.nextCursor;
        if (rate && rate.remaining <= LEFT_TO_OTHERS) await pause(rate.resetSeconds);
      }
      return calls;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (error instanceof ApiError) await pause(error.retryAfterSeconds ?? 0);
      rules.onOutage(error);
      return [];
    }
  }

  async function pause(seconds: number): Promise<void> {
    if (seconds > 0) await moveTo({ ...position, notBefore: deps.nowMs() + seconds * 1_000 });
  }

  async function untilAllowed(): Promise<void> {
    const waitMs = (position.notBefore ?? 0) - deps.nowMs();
    // If the clock was set back, the wait is at most one window of the rate limit.
    if (waitMs > 0) await deps.wait(Math.min(waitMs, RATE_WINDOW_MS));
  }
}

/**
 * Reports whether a later read may succeed. A later read begins without a cursor, so an expired cursor does no harm.
 */
const isOutage = (error: unknown): error is PartnerLinesError =>
  error instanceof PartnerLinesError &&
  (isApiError(error, 'INVALID_CURSOR') || isTemporary(isApiError(error) ? error.status : undefined));

/** Returns a store in memory, for programs that need not keep their position when they exit. */
export function memoryStore(): CallPositionStore {
  let kept: CallPosition | undefined;
  return {
    load: () => kept,
    save: (position) => {
      kept = position;
    },
  };
}
