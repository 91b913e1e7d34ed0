import { localOverrides } from '../../../shared/config/local-overrides.ts';
import { waitAfter } from '../../../shared/domain/deliveries/backoff.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/delivery.ts';

const MINUTE_MS = 60_000;

/**
 * Returns when each attempt is made, in minutes after the first attempt, if every attempt fails immediately. Slow
 * failures delay the later attempts, because a wait begins when the attempt before it has ended.
 */
export function attemptMinutes(): readonly number[] {
  const minutes = [0];
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    minutes.push((minutes.at(-1) ?? 0) + waitAfter(attempt, localOverrides().retryBaseMs) / MINUTE_MS);
  }
  return minutes;
}
