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

export interface Plot {
  /** File name under docs/performance/, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[];
  /** `bars`: one bar for each point, named by its series. */
  readonly kind: 'lines' | 'bars';
  readonly logarithmic?: { readonly x?: boolean; readonly y?: boolean };
}

export interface Wanted {
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
