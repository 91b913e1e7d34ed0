/** One measured figure beside what it is held against. */
export interface Figure {
  /** What is measured, as the table prints it. */
  readonly name: string;
  /** The median of its rounds. */
  readonly value: number;
  /** Lowest and highest of the middle half of the rounds; absent for what is counted and not timed. */
  readonly spread?: readonly [low: number, high: number];
  readonly unit: string;
  /** The value is to stay at or below (`atMost`) or at or above (`atLeast`) it. Absent: told for its own sake. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** What the value is a ratio to, or how it came about. */
  readonly note?: string;
}

/** What a bench came to: figures for the table, and series for the plots. */
export interface Measured {
  readonly figures: readonly Figure[];
  readonly plots?: readonly Plot[];
}

interface PlotAbout {
  /** File name under docs/performance/, without its ending. */
  readonly name: string;
  readonly title: string;
}

/** Measured points over an axis of numbers. */
export interface LinePlot extends PlotAbout {
  readonly kind: 'lines';
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[];
  readonly logarithmic?: { readonly x?: boolean; readonly y?: boolean };
}

/** A bar for each name, made of one part or several. */
export interface BarPlot extends PlotAbout {
  readonly kind: 'bars';
  readonly valueLabel: string;
  readonly bars: readonly {
    readonly name: string;
    readonly parts: readonly { readonly name: string; readonly value: number }[];
  }[];
  /** Drawn across all bars. */
  readonly limit?: { readonly value: number; readonly name: string };
}

export type Plot = LinePlot | BarPlot;

interface Wanted {
  /** Ten times more data where a bench measures growth. */
  readonly full: boolean;
  readonly say: (text: string) => void;
}

export interface Bench {
  readonly name: string;
  /** What it measures, in a line. */
  readonly about: string;
  readonly measure: (wanted: Wanted) => Promise<Measured>;
}

export const isMet = ({ value, goal }: Figure): boolean | undefined =>
  goal && ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);
