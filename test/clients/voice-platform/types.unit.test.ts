import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod';
import type { CallCompletedEvent } from '../../../clients/receiver/src/event.ts';
import type { LineForCall as InSandbox } from '../../../clients/sandbox/src/line-for-call.ts';
import type {
  FinishedCall as CallOfSandbox,
  Delivery,
  RecordedCall as RecordedInSandbox,
} from '../../../clients/sandbox/src/types.ts';
import type { LineForCall, RecordCallInput, RecordedCall, Refused } from '../../../clients/voice-platform/src/index.ts';
import type { CallCompleted } from '../../../shared/contract/calls/call-completed.ts';
import type { lineStatus } from '../../../shared/contract/lines/tenants.ts';
import type { FinishedCall, RecordCallResponse, recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import type { DeliveryStatus } from '../../../shared/domain/deliveries/delivery.ts';
import type { LineForCallResponse } from '../../../shared/domain/lines/line-for-call.ts';

/** `true` if each of two types can be used as the other, apart from `readonly`, which does not count. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;
type Complete<T> = { [Key in keyof T]-?: Exclude<T[Key], undefined> };

describe('the types of the packages', () => {
  it("the voice platform's client has the service's input and response types; those of the sandbox lack `refused`", () => {
    const checkedByTheCompiler: readonly true[] = [
      true satisfies Same<Writable<LineForCall>, LineForCallResponse>,
      true satisfies Same<Writable<InSandbox>, Exclude<LineForCallResponse, { refused: unknown }>>,
      true satisfies Same<Writable<RecordCallInput>, z.input<typeof recordCallInput>>,
      true satisfies Same<Writable<RecordedCall | Refused>, RecordCallResponse>,
      true satisfies Same<Writable<CallOfSandbox>, Complete<FinishedCall>>,
      true satisfies Same<Delivery['status'], DeliveryStatus>,
      true satisfies Same<RecordedInSandbox['lineStatus'], z.infer<typeof lineStatus>>,
    ];
    expect(checkedByTheCompiler).toHaveLength(7);
  });

  it('the receiver kit and the service have the same type for an event', () => {
    expect(true satisfies Same<Writable<CallCompletedEvent>, CallCompleted>).toBe(true);
  });
});
