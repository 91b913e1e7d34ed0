/** A place with the log lines of the functions: CloudWatch, or the log file of the local service. */
export interface LogSource {
  /**
   * Returns the texts of the log lines about a call, in the order of writing. May also return other calls' lines, and
   * lines from before `sinceMs`.
   */
  textsAbout(callId: string, sinceMs: number): Promise<readonly string[]>;
  /** For how many days log lines are kept. */
  readonly retentionDays: number;
  /** The most texts that one search returns. */
  readonly mostLines: number;
}
