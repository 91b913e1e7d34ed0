/** How many minutes without a measurement are filled in. In a longer gap, the machine was probably asleep. */
const MAX_FILLED_MINUTES = 10;

/**
 * Records each measurement at its time. AWS reports every minute, but a busy machine can miss a measurement, so each
 * minute of a short gap gets the values of the last measurement.
 */
export function gapFillingRecorder<Measured>(minuteMs: number, record: (measured: Measured, atMs: number) => void) {
  let last: { readonly measured: Measured; readonly atMs: number } | undefined;
  const minuteOf = (atMs: number) => Math.floor(atMs / minuteMs);
  return (measured: Measured, atMs: number): void => {
    const missed = last === undefined ? 0 : minuteOf(atMs) - minuteOf(last.atMs) - 1;
    if (last && missed <= MAX_FILLED_MINUTES) {
      for (let minute = 1; minute <= missed; minute += 1) record(last.measured, last.atMs + minute * minuteMs);
    }
    record(measured, atMs);
    last = { measured, atMs };
  };
}
