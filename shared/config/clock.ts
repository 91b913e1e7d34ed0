import { localOverrides } from './local-overrides.ts';

/** The current time in Unix milliseconds. The local service may move it; a deployed function has the plain clock. */
export function clock(): () => number {
  const { clockOffsetMs } = localOverrides();
  return () => Date.now() + clockOffsetMs;
}
