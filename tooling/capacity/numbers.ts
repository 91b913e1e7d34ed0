import type { Latency } from './aws-figures.ts';

/** Returns the mean of a range whose values are all equally likely. */
export const midpoint = ([least, most]: Latency) => (least + most) / 2;

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Rounds to three significant digits below 100, and otherwise to a whole number. */
export const formatNumber = (value: number) =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });
