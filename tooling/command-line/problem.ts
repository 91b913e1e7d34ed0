/**
 * One sentence that tells the person at the terminal why a tool did not do what was asked. Any other error is a fault
 * of ours.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** 1: it cannot be done; 2: the command line is wrong. */
  readonly exitCode: 1 | 2;

  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
