import { localOverrides } from '../../../shared/config/local-overrides.ts';
import { MAX_ATTEMPTS } from '../../../shared/domain/deliveries/delivery.ts';
import { waitAfter } from '../../../shared/domain/deliveries/retry-policy.ts';

const MINUTE_MS = 60_000;

/** Minutes after the first attempt at which each attempt is made, when all before it failed. */
export function attemptMinutes(): readonly number[] {
  const minutes = [0];
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    minutes.push((minutes.at(-1) ?? 0) + waitAfter(attempt, localOverrides().retryBaseMs) / MINUTE_MS);
  }
  return minutes;
}
