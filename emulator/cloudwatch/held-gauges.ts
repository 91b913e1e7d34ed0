/** Longer gaps are a machine that slept: nothing is known of them. */
const MAX_HELD_MINUTES = 10;

/**
 * Records what was measured, at its time, and for each minute since the last time in which nobody came to measure, as on
 * a busy machine, what was measured last: AWS leaves no minute out.
 */
export function heldGauges<Measured>(minuteMs: number, record: (measured: Measured, atMs: number) => void) {
  let last: { readonly measured: Measured; readonly atMs: number } | undefined;
  const minuteOf = (atMs: number) => Math.floor(atMs / minuteMs);
  return (measured: Measured, atMs: number): void => {
    const missed = last === undefined ? 0 : minuteOf(atMs) - minuteOf(last.atMs) - 1;
    if (last && missed <= MAX_HELD_MINUTES) {
      for (let minute = 1; minute <= missed; minute += 1) record(last.measured, last.atMs + minute * minuteMs);
    }
    record(measured, atMs);
    last = { measured, atMs };
  };
}
