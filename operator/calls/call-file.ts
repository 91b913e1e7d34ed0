import { type FinishedCall, finishedCallInFile } from '../../shared/domain/calls/finished-call.ts';
import { newCallId } from '../../shared/domain/ids.ts';
import { Failure } from '../../shared/domain/requests/failure.ts';
import { parseOrFailure } from '../../shared/domain/requests/parse.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

/** An entry of a file of calls: a call with warnings, or the reason why the entry is not a valid call. */
export type CallInFile =
  | { readonly call: FinishedCall; readonly warnings: readonly string[] }
  | { readonly problem: string };

/**
 * Parses a text with one call or an array of calls. A call without an id gets a new id. Throws a Problem if the text is
 * not JSON.
 */
export function parseCallFile(text: string): CallInFile[] {
  const content = parseFileAsJson(text);
  return (Array.isArray(content) ? content : [content]).map((candidate) => {
    const call = parseOrFailure(finishedCallInFile, candidate);
    if (call instanceof Failure) return { problem: call.message };
    return {
      call: { ...call, callId: call.callId ?? newCallId() },
      warnings: warningsAboutCall(call, Object.keys(candidate)),
    };
  });
}

function warningsAboutCall({ callerNumber }: { callerNumber?: string | null | undefined }, fields: readonly string[]) {
  const unknown = fields.filter((field) => !Object.hasOwn(finishedCallInFile.shape, field));
  return [
    ...(unknown.length === 0 ? [] : [`unknown fields are ignored: ${unknown.join(', ')}`]),
    ...(callerNumber && !/\p{Nd}/u.test(callerNumber) ? ['callerNumber has no digit'] : []),
  ];
}

function parseFileAsJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text, which can contain what a caller said.
    throw new Problem('The file is not JSON.');
  }
}
