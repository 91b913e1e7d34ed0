/** What a redrive did. */
export interface Redriven {
  readonly matched: number;
  readonly redriven: number;
  /** One sentence per message that was redriven and will not be understood. */
  readonly warnings: readonly string[];
  /** One sentence per message that could not be redriven. */
  readonly problems: readonly string[];
}
