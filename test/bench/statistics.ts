/** Returns the quantile of the values by linear interpolation. They need not be sorted. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Returns the median and the middle 50 % of the values. One disturbed round cannot change them much. */
export const summary = (values: readonly number[]) => ({
  value: median(values),
  spread: [quantile(values, 0.25), quantile(values, 0.75)] as const,
});

/** Returns the ratio of each round to the same round of the other variant. A slowdown of both cancels out. */
export const pairedRatios = (values: readonly number[], others: readonly number[]) =>
  values.map((value, round) => value / (others[round] ?? Number.NaN));

/** Runs every variant once a round, in an order that rotates. The first round warms up and is dropped. */
export async function inRotation<Name extends string, Result = number>(
  rounds: number,
  variants: Readonly<Record<Name, () => Promise<Result> | Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round += 1) {
    const turned = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    for (const name of turned) {
      const result = await variants[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}
