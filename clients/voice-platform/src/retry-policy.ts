import type { Clock } from './time.ts';

/** Returns a random 50 % to 100 % of the backoff, so that several callers do not retry at the same time. */
export const backoffMs = (
  { random }: Pick<Clock, 'random'>,
  failures: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
): number => Math.min(firstMs * 2 ** Math.min(failures - 1, 16), longestMs) * (0.5 + random() / 2);

/**
 * How many times, at most, a line without a usable copy is looked up before the caller gets an error. While the service
 * does not respond, the line is looked up only once.
 */
export const LOOK_UP_ATTEMPTS = 3;
export const BETWEEN_LOOK_UPS = { firstMs: 200, longestMs: 400 };
/** The waits before the next look-up in the background, after a failure. */
export const BETWEEN_BACKGROUND_LOOK_UPS = { firstMs: 250, longestMs: 1_000 };

const HAND_OVER_ATTEMPTS = 6;
/** The last attempt to hand over a call begins at most this long after the first attempt. */
const LAST_ATTEMPT_AFTER_MS = 30_000;
const BETWEEN_HAND_OVERS = { firstMs: 1_000, longestMs: 8_000 };

/**
 * Runs `act`, which hands over a call, until it succeeds, up to `HAND_OVER_ATTEMPTS` times. Throws at once if the error
 * says that a retry would fail too. The waits between six attempts take 11.5 to 23 s in total.
 */
export async function withRetries<Result>(clock: Clock, act: () => Promise<Result>): Promise<Result> {
  const beganAtMs = clock.now();
  for (let failures = 1; ; failures += 1) {
    try {
      return await act();
    } catch (error) {
      const waitMs = backoffMs(clock, failures, BETWEEN_HAND_OVERS);
      const isLate = clock.now() + waitMs - beganAtMs > LAST_ATTEMPT_AFTER_MS;
      if (failures === HAND_OVER_ATTEMPTS || isLate || !isWorthRetrying(error)) throw error;
      await clock.wait(waitMs);
    }
  }
}

/** The 4xx statuses of AWS that are temporary: a timeout, a function that is being updated, a rate limit. */
const TEMPORARY = [408, 409, 429];

/**
 * Reports whether a retry may succeed. A 4xx that is not in `TEMPORARY` means, for example, that a right or the function is
 * missing.
 */
export function isWorthRetrying(error: unknown): boolean {
  const status = httpStatusOf(error);
  return status === undefined || status < 400 || status >= 500 || TEMPORARY.includes(status);
}

/** Returns the HTTP status in an error of the AWS SDK. Other errors have none. */
function httpStatusOf(error: unknown): number | undefined {
  const metadata = fieldOf(error, '$metadata');
  const status = fieldOf(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
