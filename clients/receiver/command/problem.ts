/** An error whose message says why the command failed. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
}

/** Thrown if the command line is wrong. The sentence has no full stop, because a reference to the help follows it. */
export class WrongCommandLine extends Problem {
  override readonly name = 'WrongCommandLine';
}

/** Returns the code of a system error, such as `EACCES`, or the message of another error. */
export function causeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}
