import type { Chances } from '../../virtual-time/chances.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';
import type { Faults } from './faults.ts';

/** The clock, the random numbers and the faults of a run. */
export interface Nature {
  readonly timeline: Timeline;
  readonly chances: Chances;
  readonly faults: Faults;
  /** Adds a line to the report of a failing run. */
  readonly note: (text: string) => void;
}

/** The largest error of the clock of an environment. Two clocks differ by at most twice as much. */
export const CLOCK_ERROR_MS = 3_000;
/** The longest time until a frozen environment wakes or a late request arrives. */
export const LONGEST_FREEZE_MS = 480_000;
const SHORTEST_FREEZE_MS = 15_000;
const SLOW_CALL_MS = [1_000, 15_000] as const;

const FAULTS = [
  'crash before the call',
  'crash after the call',
  'freeze before the call',
  'freeze after the call',
  'slow call',
  'clock jump',
] as const;

export type Environment = ReturnType<typeof environment>;

/**
 * The environment in which a function runs. Every external call goes through `through`. Each call takes time. At each
 * call the environment may crash, so that the call never returns, or freeze for minutes and then continue or crash.
 */
export function environment({ timeline, chances, faults, note }: Nature, name: string, number: number) {
  const label = `${name}-${number}`;
  const skew = () => chances.between(`${name} clock`, -CLOCK_ERROR_MS, CLOCK_ERROR_MS);
  let isAlive = true;
  let skewMs = skew();
  let thawsAtMs = 0;
  let whenDead: () => void = () => undefined;

  function die(): void {
    if (!isAlive) return;
    isAlive = false;
    note(`${label} is dead`);
    whenDead();
  }

  function freeze(): void {
    const durationMs = chances.between(`${name} freeze`, SHORTEST_FREEZE_MS, LONGEST_FREEZE_MS);
    thawsAtMs = timeline.nowMs() + durationMs;
    const isForEver = chances.fraction(`${name} wakes`) < 0.4;
    note(`${label} stands still for ${durationMs / 1000} s${isForEver ? ' and then dies' : ''}`);
    if (isForEver) timeline.after(durationMs, die);
  }

  function whenAwake(delayMs: number, act: () => void): void {
    if (!isAlive) return;
    const waitMs = Math.max(delayMs, thawsAtMs - timeline.nowMs());
    if (waitMs <= 0) act();
    else timeline.after(waitMs, () => whenAwake(0, act));
  }

  function latencyMs(point: string): number {
    const value = chances.fraction(point);
    return value < 0.6 ? 0 : (value - 0.6) * 500;
  }

  function through<T>(point: string, effect: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!isAlive) return;
      const fault = faults.strike(`${name} ${point}`, FAULTS);
      if (fault === 'crash before the call') return die();
      if (fault === 'freeze before the call') freeze();
      if (fault === 'clock jump') skewMs = skew();
      const slowMs = fault === 'slow call' ? chances.between(`${point} slow`, ...SLOW_CALL_MS) : 0;
      const respond = (settle: () => void) => {
        if (fault === 'crash after the call') return die();
        if (fault === 'freeze after the call') freeze();
        whenAwake(latencyMs(point), settle);
      };
      whenAwake(latencyMs(point) + slowMs, () => {
        const done = async () => effect();
        done().then(
          (value) => respond(() => resolve(value)),
          (error: unknown) => respond(() => reject(error)),
        );
      });
    });
  }

  /** Carries out a frequent call without faults of its own. In a dead environment it never returns. */
  const plainly = <T>(effect: () => Promise<T>): Promise<T> => (isAlive ? effect() : new Promise(() => undefined));

  return {
    /** The name of the function. Random sequences use it, because the number of the environment is itself random. */
    name,
    label,
    die,
    through,
    plainly,
    isAlive: () => isAlive,
    /** Whether the environment will wake later and continue, although its caller may have stopped waiting. */
    isFrozen: () => isAlive && thawsAtMs > timeline.nowMs(),
    nowMs: () => timeline.nowMs() + skewMs,
    sleepMs: (durationMs: number): Promise<void> =>
      through('sleep', () => new Promise((resolve) => timeline.after(durationMs, resolve))),
    /** Acts after a while, unless the environment dies. Returns a function that cancels this. */
    after(delayMs: number, act: () => void): () => void {
      let isCancelled = false;
      timeline.after(delayMs, () =>
        whenAwake(0, () => {
          if (!isCancelled) act();
        }),
      );
      return () => {
        isCancelled = true;
      };
    },
    /** Sets the function that is called when the environment dies. */
    onDeath(act: () => void): void {
      whenDead = act;
    },
  };
}
