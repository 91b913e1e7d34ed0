import type { Timeline } from '../../virtual-time/timeline.ts';

const EVERY_MS = 1_000;

/** A figure that is read once a second of the run. */
export interface Gauge {
  readonly name: string;
  readonly read: () => number;
  /** The value that the figure cannot exceed, if there is one. */
  readonly limit?: number | undefined;
}

/** Reads all gauges once a second and returns their figures, by name. */
export function overTime(timeline: Timeline, gauges: readonly Gauge[]) {
  const figures = new Map(gauges.map(({ name }) => [name, { most: 0, sum: 0, samples: 0, aboveHalf: 0 }]));
  function readAll(): void {
    for (const { name, read, limit = Number.POSITIVE_INFINITY } of gauges) {
      const [value, figure] = [read(), figures.get(name)];
      if (!figure) continue;
      figure.most = Math.max(figure.most, value);
      figure.sum += value;
      figure.samples += 1;
      figure.aboveHalf += value > limit / 2 ? 1 : 0;
    }
    timeline.quietlyAfter(EVERY_MS, readAll);
  }
  readAll();
  return figures;
}
