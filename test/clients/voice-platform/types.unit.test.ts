import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod';
import type { LineForCall as InSandbox } from '../../../clients/sandbox/src/line-for-call.ts';
import type { LineForCall, RecordCallInput, RecordedCall, Refused } from '../../../clients/voice-platform/src/index.ts';
import type { RecordCallResponse, recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import type { LineForCallResponse } from '../../../shared/domain/lines/line-for-call.ts';

/** `true` if each of two types can be used as the other, apart from `readonly`, which does not count. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

describe("the types of the voice platform's client", () => {
  it("the voice platform's client and the sandbox have the same input and response types as the service", () => {
    const checkedByTheCompiler: readonly true[] = [
      true satisfies Same<Writable<LineForCall>, LineForCallResponse>,
      true satisfies Same<Writable<InSandbox>, Exclude<LineForCallResponse, { refused: unknown }>>,
      true satisfies Same<Writable<RecordCallInput>, z.input<typeof recordCallInput>>,
      true satisfies Same<Writable<RecordedCall | Refused>, RecordCallResponse>,
    ];
    expect(checkedByTheCompiler).toHaveLength(4);
  });
});
