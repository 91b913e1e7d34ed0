import { accessObstacle } from '../tooling/aws-access.ts';

/** Thrown when a command failed after some of its steps. Running the command again does the rest. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** `rest` says what a repeated command does, such as "delete the rest". */
  constructor(progress: string, rest: string, cause: unknown) {
    const why = cause instanceof Error ? (accessObstacle(cause) ?? (cause.message || cause.name)) : String(cause);
    super(`${progress} (${why}); run the command again to ${rest}`, { cause });
  }
}
