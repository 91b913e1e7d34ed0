/** Its message is one sentence for the person at the terminal: why the command did not do what was asked. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

/** Thrown if the command line is wrong. The sentence has no full stop, because a reference to the help follows it. */
export class WrongCommandLine extends Problem {
  override readonly name = 'WrongCommandLine';
}

/** Returns the short form of an error of the machine: a code such as `EACCES`, or the message. */
export function causeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}
