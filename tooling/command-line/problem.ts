/** Why a tool does not do what it was asked, as one sentence for the person at the terminal. Anything else thrown is a fault of ours. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** 1: cannot be done; 2: wrong command line. */
  readonly exitCode: 1 | 2;

  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
