import { retryWaitMinutes } from '../../openapi/retry-waits.ts';

/**
 * Returns when each attempt is made, in minutes after the first attempt, if every attempt fails immediately. Slow
 * failures delay the later attempts, because a wait begins at the end of the previous attempt.
 */
export function attemptMinutes(): readonly number[] {
  const minutes = [0];
  for (const wait of retryWaitMinutes()) minutes.push((minutes.at(-1) ?? 0) + wait);
  return minutes;
}
