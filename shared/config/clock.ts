import { localOverrides } from './local-overrides.ts';

/** Returns the clock of a function, in Unix milliseconds. Only the local service can change what this clock shows. */
export function clock(): () => number {
  const { clockOffsetMs, clockMove } = localOverrides();
  return clockMove === undefined ? shifted(clockOffsetMs) : movableClock(shifted(clockOffsetMs), clockMove);
}

/**
 * Returns the clock for the times in signatures. A receiver compares these times with its own clock, which the sandbox
 * cannot move. So the sandbox moves the clock for signatures only if a test asks for it.
 */
export function signingClock(): () => number {
  const { clockOffsetMs, movesSignatures } = localOverrides();
  return movesSignatures ? clock() : shifted(clockOffsetMs);
}

const shifted = (offsetMs: number) => () => Date.now() + offsetMs;

/**
 * Returns a clock that adds the milliseconds in `memory` to `nowMs`. Each use of the clock reads `memory`, because the
 * sandbox moves the clock while functions run.
 */
export function movableClock(nowMs: () => number, memory: SharedArrayBuffer): () => number {
  const movedMs = new BigInt64Array(memory);
  return () => nowMs() + Number(Atomics.load(movedMs, 0));
}
