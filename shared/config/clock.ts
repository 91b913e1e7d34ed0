import { localOverrides } from './local-overrides.ts';

/** Returns the clock of a function, in Unix milliseconds. Only the local service can shift it. */
export function clock(): () => number {
  const { clockOffsetMs } = localOverrides();
  return () => Date.now() + clockOffsetMs;
}
