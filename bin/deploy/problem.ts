/** Why nothing is deployed, as one sentence for the person at the terminal. */
export class DeployProblem extends Error {
  override readonly name = 'DeployProblem';
  /** 1: cannot be done; 2: wrong command line. */
  readonly exitCode: 1 | 2;

  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
