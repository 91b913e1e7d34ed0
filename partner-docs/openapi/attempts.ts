import { waitAfterMs } from '../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';

const MINUTE_MS = 60_000;

/** The waits between the attempts of a delivery, in minutes, as a deployed service makes them. */
export const WAIT_MINUTES: readonly number[] = Array.from(
  { length: MAX_ATTEMPTS - 1 },
  (_, index) => waitAfterMs(index + 1) / MINUTE_MS,
);

/**
 * When each attempt is made, in minutes after the first attempt, if every attempt fails immediately. Slow failures delay
 * the later attempts, because a wait begins at the end of the previous attempt.
 */
export const ATTEMPT_MINUTES: readonly number[] = Array.from({ length: MAX_ATTEMPTS }, (_, retries) =>
  WAIT_MINUTES.slice(0, retries).reduce((sum, wait) => sum + wait, 0),
);
