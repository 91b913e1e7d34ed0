import { waitAfterMs } from '../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/numbers.ts';

const MINUTE_MS = 60_000;

/** Returns the waits between the attempts of a delivery, in minutes, as a deployed service makes them. */
export const retryWaitMinutes = (): readonly number[] =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => waitAfterMs(index + 1) / MINUTE_MS);
