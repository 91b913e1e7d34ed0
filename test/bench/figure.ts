export interface Figure {
  /** The label in the table. */
  readonly name: string;
  /** The median of its rounds, if it has rounds. */
  readonly value: number;
  /** Lowest and highest value of the middle 50 % of the rounds. Absent for figures without rounds. */
  readonly spread?: readonly [low: number, high: number];
  readonly unit: string;
  /** The limit of the value. A figure without a goal is only information. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** What a reader should know about the value, for example the two times behind a ratio. */
  readonly note?: string;
}

/** The results of a bench: figures for the table, and series for the plots. */
export interface Measured {
  readonly figures: readonly Figure[];
  readonly plots?: readonly Plot[];
}

interface PlotAbout {
  /** The file name in docs/performance/, without extension. */
  readonly name: string;
  readonly title: string;
}

export interface LinePlot extends PlotAbout {
  readonly kind: 'lines';
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[];
  readonly logarithmic?: { readonly x?: boolean; readonly y?: boolean };
}

export interface BarPlot extends PlotAbout {
  readonly kind: 'bars';
  readonly valueLabel: string;
  readonly bars: readonly {
    readonly name: string;
    readonly parts: readonly { readonly name: string; readonly value: number }[];
  }[];
  /** A line across all bars. */
  readonly limit?: { readonly value: number; readonly name: string };
}

export type Plot = LinePlot | BarPlot;

/**
 * How much a bench does. `short` only shows that the bench runs to its end, so its figures mean nothing. `full` uses up
 * to ten times more data in the benches `growth` and `fairness`.
 */
export type Size = 'short' | 'usual' | 'full';

export interface Wanted {
  readonly size: Size;
  readonly say: (text: string) => void;
}

export interface Bench {
  readonly name: string;
  /** What the bench measures, in one line. */
  readonly about: string;
  readonly measure: (wanted: Wanted) => Promise<Measured>;
}

export const isMet = ({ value, goal }: Figure): boolean | undefined =>
  goal && ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);

export const withoutValue = ({ figures }: Measured): string[] =>
  figures.filter(({ value }) => !Number.isFinite(value)).map(({ name }) => name);
