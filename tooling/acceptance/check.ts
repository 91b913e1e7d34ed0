import { types } from 'node:util';

/** The result of a check that passed or was skipped. A check that fails throws. */
export type Finding =
  | { readonly status: 'ok'; readonly evidence: string }
  | { readonly status: 'skipped'; readonly reason: string };

export interface Check<On> {
  /** What the check shows, such as `an event is delivered`. */
  readonly name: string;
  run(on: On): Promise<Finding>;
}

/** The printed result of one check. */
export type Row = { readonly name: string } & (Finding | { readonly status: 'failed'; readonly reason: string });

/** A check throws this error if the service does not do what it should. The message says what the service did. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
}

export const ok = (evidence: string): Finding => ({ status: 'ok', evidence });
export const skipped = (reason: string): Finding => ({ status: 'skipped', reason });

/** Runs the checks one after the other. If somebody stops the run, the remaining checks are skipped. */
export async function* runChecks<On>(
  checks: readonly Check<On>[],
  on: On,
  { aborted }: { readonly aborted: () => boolean },
): AsyncGenerator<Row> {
  for (const { name, run } of checks) {
    yield aborted()
      ? { name, ...skipped('somebody stopped the run before this check') }
      : { name, ...(await tryCheck(() => run(on))) };
  }
}

/** Runs a check. A check that throws an error has failed. */
async function tryCheck(run: () => Promise<Finding>): Promise<Finding | { status: 'failed'; reason: string }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Unmet) return { status: 'failed', reason: error.message };
    const reason = types.isNativeError(error) ? `${error.name}: ${error.message}` : String(error);
    return { status: 'failed', reason };
  }
}
