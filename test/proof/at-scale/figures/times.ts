/** Returns the largest value; NaN if there is none. */
export const longest = (valuesMs: readonly number[]) =>
  valuesMs.reduce((most, valueMs) => Math.max(most, valueMs), valuesMs.length === 0 ? Number.NaN : 0);

export const inSeconds = (valueMs: number) => (Number.isNaN(valueMs) ? '-' : `${(valueMs / 1_000).toFixed(1)} s`);
