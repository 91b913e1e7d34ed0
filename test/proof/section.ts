import type { Mechanism } from './at-scale/world/without.ts';

/** The options of the command line for a proof. */
export interface Wanted {
  readonly runs: number;
  /** Runs this seed only and prints it line by line. */
  readonly seed?: number | undefined;
  /** The size of the day in the proof at scale. */
  readonly partners?: number | undefined;
  readonly hours?: number | undefined;
  /** For the proof at scale: which scenarios, by a part of their names, and what the pipeline lacks. */
  readonly scenario?: string | undefined;
  readonly without?: readonly Mechanism[] | undefined;
  readonly say: (text: string) => void;
}

/** One kind of proof. It prints its progress and returns its result. */
export interface Section {
  readonly name: string;
  readonly prove: (wanted: Wanted) => Promise<Proof>;
}

export interface Proof {
  readonly isHeld: boolean;
  /** The lines of the summary: each has a label and a value. */
  readonly summary: readonly (readonly [what: string, howMuch: string | number])[];
}
