import { createLineCopies, DEFAULT_MAX_LINES } from './line-copies.ts';
import { maskPhoneNumber } from './phone-number.ts';
import { withRetries } from './retry-policy.ts';
import { type Clock, clockOf, withTimeout } from './time.ts';
import { RECORD_TIMEOUT_MS, SEND_TIMEOUT_MS } from './time-limits.ts';
import type { Invoke, LineForCall, RecordCallInput, RecordedCall, Refused, Send, WhichLine } from './types.ts';

export interface VoicePlatformOptions {
  readonly invoke: Invoke;
  /** Sends a message to the intake queue. Only `enqueueCall` needs it. */
  readonly send?: Send | undefined;
  /** How many lines are kept in memory. Default: 10,000. A line usually takes 2 KB, and at most about 100 KB. */
  readonly maxLines?: number | undefined;
  /** Called after each failed look-up, even if `lineForCall` returned a copy of the line. */
  readonly onLookUpFailed?: ((error: unknown, which: WhichLine) => void) | undefined;
  /** Returns the milliseconds since 1970. The settings `now`, `wait` and `random` are for tests. */
  readonly now?: (() => number) | undefined;
  readonly wait?: ((ms: number) => Promise<void>) | undefined;
  /** Returns a random number from 0 to below 1. */
  readonly random?: (() => number) | undefined;
}

export interface VoicePlatform {
  /**
   * Returns the settings for a call to this line, or why there are none. Uses a copy of the response for
   * `maxAgeSeconds`. While look-ups fail, uses a copy of settings for `staleIfErrorSeconds`. Throws if the look-up fails
   * and there is no usable copy.
   */
  lineForCall(which: WhichLine): Promise<LineForCall>;
  /**
   * Hands over a finished call, and waits until it is stored. Makes up to six attempts, which take at most 46 seconds.
   * Throws if no attempt succeeds. You can safely send the call again later. Returns `refused` for an invalid input,
   * because a retry would not help.
   */
  recordCall(input: RecordCallInput): Promise<RecordedCall | Refused>;
  /** Hands over a finished call through the intake queue, with the number masked. Retries as `recordCall` does. */
  enqueueCall(input: RecordCallInput): Promise<void>;
}

/**
 * Matches the message groups that SQS accepts. A call with an invalid line id gets a fixed group, so that it reaches
 * the dead-letter queue, where operators find it.
 */
const GROUP_ID = /^[!-~]{1,128}$/;
const NO_LINE = 'no-line';

/** Returns the functions with which the voice platform uses the service. */
export function createVoicePlatform({
  invoke,
  send,
  maxLines = DEFAULT_MAX_LINES,
  onLookUpFailed = () => undefined,
  ...time
}: VoicePlatformOptions): VoicePlatform {
  const clock: Clock = clockOf(time);
  const copies = createLineCopies({ invoke, clock, maxLines, onLookUpFailed });
  return {
    lineForCall: copies.lineForCall,
    async recordCall({ tenantId, call }) {
      const response = await withRetries(clock, () =>
        withTimeout(clock, RECORD_TIMEOUT_MS, 'record-call', (signal) =>
          invoke('record-call', { tenantId, call }, signal),
        ),
      );
      if (isRecordCallResponse(response)) return response;
      throw new Error('the function for record-call returned an unknown response. Check the names of the functions');
    },
    async enqueueCall({ tenantId, call }) {
      if (!send) throw new Error('enqueueCall needs the option `send` of createVoicePlatform');
      const message = {
        body: JSON.stringify({ tenantId, call: maskNumberOfCall(call) }),
        groupId: GROUP_ID.test(tenantId ?? '') ? tenantId : NO_LINE,
      };
      await withRetries(clock, () =>
        withTimeout(clock, SEND_TIMEOUT_MS, 'The queue intake', (signal) => send(message, signal)),
      );
    },
  };
}

/** Masks the caller's number, even if a program in JavaScript passes a number that is not a string. */
function maskNumberOfCall(call: RecordCallInput['call']): RecordCallInput['call'] {
  const { callerNumber } = call;
  if (callerNumber === undefined || callerNumber === null) return call;
  return { ...call, callerNumber: maskPhoneNumber(String(callerNumber)) };
}

const isRecordCallResponse = (response: unknown): response is RecordedCall | Refused =>
  typeof response === 'object' && response !== null && ('refused' in response || 'alreadyStored' in response);
