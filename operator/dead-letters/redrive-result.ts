/** Gets the number of messages that a redrive has handled so far. */
export type OnMessages = (done: number) => void;

export interface RedriveResult {
  readonly matched: number;
  readonly redriven: number;
  /** One sentence for each message that was redriven but will fail again. */
  readonly warnings: readonly string[];
  /** One sentence for each message that could not be redriven. */
  readonly problems: readonly string[];
}
