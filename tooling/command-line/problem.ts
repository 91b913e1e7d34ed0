export const EXIT = { done: 0, notDone: 1, wrongCommandLine: 2 } as const;

/** Tells a person why a tool did not do what the person asked for. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = EXIT.notDone) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
