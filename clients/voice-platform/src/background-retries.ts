import { BETWEEN_BACKGROUND_LOOK_UPS, backoffMs } from './retry-policy.ts';
import type { Clock } from './time.ts';

interface Deps<Line> {
  readonly clock: Clock;
  /** Reports whether a line no longer needs a retry. */
  readonly isDone: (line: Line) => boolean;
  readonly retry: (line: Line) => Promise<unknown>;
}

const GROWTH = 4;
/** The most look-ups at a time: fewer than the default `lineForCallConcurrency`. A thousand look-ups take about 2 s. */
const MOST_AT_ONCE = 32;

/**
 * Retries failed look-ups in the background until none is left. Begins with one look-up at a time. If all look-ups of a
 * step succeed, the next step makes four times as many, up to `MOST_AT_ONCE`. If all fail, the next step makes one.
 */
export function createBackgroundRetries<Line>({ clock, isDone, retry }: Deps<Line>) {
  const failed = new Set<Line>();
  let isRunning = false;

  async function run(): Promise<void> {
    let failures = 1;
    let atOnce = 1;
    while (failed.size > 0) {
      if (failures > 0) await clock.waitIdly(backoffMs(clock, failures, BETWEEN_BACKGROUND_LOOK_UPS));
      const next = nextOf(atOnce);
      const succeeded = await retriedOf(next);
      if (succeeded === 0 && next.length > 0) {
        failures += 1;
        atOnce = 1;
      } else {
        failures = 0;
        if (succeeded === next.length) atOnce = Math.min(atOnce * GROWTH, MOST_AT_ONCE);
      }
    }
    isRunning = false;
  }

  function nextOf(count: number): readonly Line[] {
    for (const line of failed) if (isDone(line)) failed.delete(line);
    const next = [...failed].slice(0, count);
    for (const line of next) failed.delete(line);
    return next;
  }

  /** Retries look-ups, returns how many succeeded, and moves lines that fail again to the end. */
  async function retriedOf(lines: readonly Line[]): Promise<number> {
    const results = await Promise.all(
      lines.map((line) =>
        retry(line).then(
          () => true,
          () => {
            failed.add(line);
            return false;
          },
        ),
      ),
    );
    return results.filter((hasSucceeded) => hasSucceeded).length;
  }

  return {
    begin(line: Line): void {
      failed.add(line);
      if (isRunning) return;
      isRunning = true;
      void run();
    },
  };
}
