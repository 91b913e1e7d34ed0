import { createBackgroundRetries } from './background-retries.ts';
import { createReachability } from './reachability.ts';
import { BETWEEN_LOOK_UPS, backoffMs, isWorthRetrying, LOOK_UP_ATTEMPTS } from './retry-policy.ts';
import { type Clock, withTimeout } from './time.ts';
import { LOOK_UP_TIMEOUT_MS } from './time-limits.ts';
import type { Invoke, LineForCall, NotServed, ServedLine, WhichLine } from './types.ts';

interface Deps {
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly maxLines: number;
  readonly onLookUpFailed: (error: unknown, which: WhichLine) => void;
}

type Purpose = 'call' | 'refresh';

interface Copy {
  readonly response: ServedLine | NotServed;
  /** When the look-up began. Changes after this time may be missing in the copy. */
  readonly atMs: number;
}

interface Line {
  readonly key: string;
  readonly which: WhichLine;
  copy?: Copy;
  /** The look-up that is running. All calls that wait for the line share the look-up. */
  pending?: Promise<LineForCall> | undefined;
  hasFailed: boolean;
  usedAtMs: number;
}

/** How many lines are kept in memory, unless the voice platform sets another number. */
export const DEFAULT_MAX_LINES = 10_000;
/** How long a line is still refreshed after its last use. Refreshing other lines would only cost money. */
const REFRESHED_WHILE_USED_MS = 600_000;
/** The share of a copy's validity after which it is refreshed: 80 % to 90 %, at random. */
const REFRESH_FROM = 0.8;
const REFRESH_SPREAD = 0.1;

/** Keeps copies of lines in memory. `lineForCall` returns a response from a copy or from the service. */
export function createLineCopies({ invoke, clock, maxLines, onLookUpFailed }: Deps) {
  /** The lines by key. The line that was used last is at the end. */
  const lines = new Map<string, Line>();
  const reachability = createReachability(clock.now);
  const recovery = createBackgroundRetries<Line>({
    clock,
    isDone: (line) => lines.get(line.key) !== line || !line.hasFailed,
    retry: (line) => lookUp(line, 'refresh'),
  });

  async function lineForCall(which: WhichLine): Promise<LineForCall> {
    const line = lineOf(which);
    const current = usable(line.copy, maxAgeSecondsOf);
    if (current) return current.response;
    const lastKnown = usable(line.copy, staleIfErrorSecondsOf);
    if (!lastKnown) return lookUp(line, 'call', LOOK_UP_ATTEMPTS);
    // While the service does not respond, the copy is used at once, so that the caller does not wait.
    if (!reachability.isAway()) {
      try {
        return await lookUp(line, 'call');
      } catch {
        // `onLookUpFailed` has already got the error.
      }
    }
    recovery.begin(line);
    return lastKnown.response;
  }

  /**
   * Returns the line, moved to the end of `lines`. If there are too many lines, removes the line that was unused for
   * longest.
   */
  function lineOf({ number, tenantId }: WhichLine): Line {
    // A program in JavaScript can name no line, or two lines. The service then refuses the look-up.
    const which = number === undefined ? { tenantId } : { number, tenantId };
    const key = JSON.stringify(which);
    const line: Line = lines.get(key) ?? { key, which, hasFailed: false, usedAtMs: 0 };
    line.usedAtMs = clock.now();
    lines.delete(key);
    lines.set(key, line);
    const [oldest] = lines.keys();
    if (lines.size > maxLines && oldest !== undefined) lines.delete(oldest);
    return line;
  }

  /** Returns the copy if it is young enough, and not from the future: the clock may have been set back. */
  function usable(copy: Copy | undefined, secondsOf: (copy: Copy) => number): Copy | undefined {
    const ageMs = copy ? clock.now() - copy.atMs : -1;
    return copy && ageMs >= 0 && ageMs < secondsOf(copy) * 1_000 ? copy : undefined;
  }

  /** Looks up a line once for all callers that wait for it. */
  function lookUp(line: Line, purpose: Purpose, attempts = 1): Promise<LineForCall> {
    line.pending ??= tried(line, purpose, attempts).finally(() => {
      line.pending = undefined;
      // Removes a line without a copy, so that neither a failure nor a refused look-up is kept.
      if (!line.copy && lines.get(line.key) === line) lines.delete(line.key);
    });
    return line.pending;
  }

  async function tried(line: Line, purpose: Purpose, attempts: number): Promise<LineForCall> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await fetched(line, purpose);
      } catch (error) {
        if (failures >= attempts || reachability.isAway() || !isWorthRetrying(error)) throw error;
        await clock.wait(backoffMs(clock, failures, BETWEEN_LOOK_UPS));
      }
    }
  }

  async function fetched(line: Line, purpose: Purpose): Promise<LineForCall> {
    const atMs = clock.now();
    try {
      const response = await withTimeout(clock, LOOK_UP_TIMEOUT_MS, 'line-for-call', (signal) =>
        invoke('line-for-call', { ...line.which, purpose }, signal),
      );
      if (!isLineForCall(response))
        throw new Error(
          'the function for line-for-call returned an unknown response. Check the names of the functions',
        );
      reachability.succeeded();
      line.hasFailed = false;
      if (!('refused' in response)) keep(line, { response, atMs });
      return response;
    } catch (error) {
      reachability.failed();
      line.hasFailed = true;
      onLookUpFailed(error, line.which);
      throw error;
    }
  }

  function keep(line: Line, copy: Copy): void {
    line.copy = copy;
    if ('line' in copy.response) void refreshedInTime(line, copy);
  }

  /** Refreshes a copy shortly before it expires, so that callers of a busy line rarely wait. */
  async function refreshedInTime(line: Line, copy: Copy): Promise<void> {
    const part = REFRESH_FROM + REFRESH_SPREAD * clock.random();
    await clock.waitIdly(copy.response.maxAgeSeconds * 1_000 * part);
    const isCurrent = lines.get(line.key) === line && line.copy === copy;
    if (!isCurrent || clock.now() - line.usedAtMs > REFRESHED_WHILE_USED_MS) return;
    await lookUp(line, 'refresh').catch(() => recovery.begin(line));
  }

  return { lineForCall };
}

/** Returns up to what age a copy is used: `MAX_AGE_SECONDS` of `shared/domain/lines/line-for-call.ts`. */
const maxAgeSecondsOf = ({ response }: Copy) => response.maxAgeSeconds;

/**
 * Returns up to what age a copy is used during an outage: `STALE_IF_ERROR_SECONDS` of
 * `shared/domain/lines/line-for-call.ts`, or 0 for `notServed`, because there may be a line now.
 */
const staleIfErrorSecondsOf = ({ response }: Copy) => ('line' in response ? response.staleIfErrorSeconds : 0);

function isLineForCall(response: unknown): response is LineForCall {
  if (typeof response !== 'object' || response === null) return false;
  if ('refused' in response) return true;
  return ('line' in response || 'notServed' in response) && 'maxAgeSeconds' in response;
}
