import { isUnsupportedOperation } from '../errors.ts';
import type { Target } from '../target.ts';

/** The result of a check: success, or what is wrong and how to fix it. */
export type CheckResult =
  | { readonly ok: true; readonly finding?: string }
  | { readonly ok: false; readonly finding: string; readonly todo: string };

export interface Check {
  readonly name: string;
  run(target: Target): Promise<CheckResult>;
}

export const passedResult = (finding?: string): CheckResult => ({
  ok: true,
  ...(finding === undefined ? {} : { finding }),
});
export const failedResult = (finding: string, todo: string): CheckResult => ({ ok: false, finding, todo });

/** Runs a check. An error of the check becomes its result, so that the other checks still run. */
export async function runCheck({ run }: Check, target: Target): Promise<CheckResult> {
  try {
    return await run(target);
  } catch (error) {
    if (isUnsupportedOperation(error))
      return passedResult('not checked, because the local engine does not support the request');
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return failedResult(
      `could not be checked: ${name}, ${message}`,
      'check that this part exists, and that you have the right to read it',
    );
  }
}

/** The finding about a part of the service that stacks of earlier versions do not have. */
export const ABSENT = 'this version of the stack does not have this part';
export const REDEPLOY = 'see "Undo a change made by hand" in docs/deploy.md';
