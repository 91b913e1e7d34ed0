/** What the command line asks of a proof. */
export interface Wanted {
  readonly runs: number;
  /** One seed alone, told line by line. */
  readonly seed: number | undefined;
  readonly say: (text: string) => void;
}

/** One kind of proof: prints how it goes and answers what it came to. */
export interface Section {
  readonly name: string;
  readonly prove: (wanted: Wanted) => Promise<Proof>;
}

export interface Proof {
  readonly isHeld: boolean;
  /** The summary's lines: what was counted, and how much of it. */
  readonly summary: readonly (readonly [what: string, howMuch: string | number])[];
}
