export const EXIT = { done: 0, notDone: 1, wrongCommandLine: 2 } as const;

/**
 * One sentence that tells the person at the terminal why a tool did not do what was asked. Any other error is a fault
 * of ours.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = EXIT.notDone) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
