/** Maps values to positions on an axis. */
export interface Scale {
  readonly ticks: readonly number[];
  /** Returns 0 for the beginning of the axis and 1 for its end. */
  readonly at: (value: number) => number;
}

/** Returns a scale from 0 to the next round number at or above the largest value. */
export function linear(values: readonly number[]): Scale {
  const largest = Math.max(...values, 0) || 1;
  const step = roundStep(largest / 5);
  const count = Math.ceil(largest / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { ticks, at: (value) => value / (count * step) };
}

/** Returns a scale between whole powers of ten around the values, which must be above 0. */
export function logarithmic(values: readonly number[]): Scale {
  const exponents = values.map(Math.log10);
  const low = Math.floor(Math.min(...exponents) + 1e-9);
  const high = Math.max(Math.ceil(Math.max(...exponents) - 1e-9), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(12)));
  return { ticks, at: (value) => (Math.log10(value) - low) / (high - low) };
}

/** Returns 1, 2 or 5 times a power of ten, at or above the given step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10);
}
