import type { z } from 'zod';
import { finishedCallInFile } from '../../shared/contract/finished-call.ts';
import { newCallId } from '../../shared/domain/ids.ts';
import { Refusal } from '../../shared/domain/refusal.ts';

/** A call of the file, ready to be recorded, or what is wrong with it. */
export type CallInFile =
  | { readonly call: z.output<typeof finishedCallInFile> & { readonly callId: string } }
  | { readonly refusal: string };

/** The calls of a JSON text: one object or an array of them. A call without an id is given one. */
export function callsIn(text: string): CallInFile[] {
  const content = fromJson(text);
  return (Array.isArray(content) ? content : [content]).map((candidate) => {
    const parsed = finishedCallInFile.safeParse(candidate);
    if (parsed.success) return { call: { ...parsed.data, callId: parsed.data.callId ?? newCallId() } };
    return { refusal: parsed.error.issues.map(sentence).join('; ') };
  });
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may be a caller's words.
    throw new Refusal('The file is not JSON.');
  }
}

const sentence = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  [path.map(String).join('.'), message].filter((part) => part !== '').join(': ');
