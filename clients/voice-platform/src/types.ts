/** What identifies a line: the number that was dialled (E.164), or its id. */
export type WhichLine =
  | { readonly number: string; readonly tenantId?: undefined }
  | { readonly tenantId: string; readonly number?: undefined };

/** The hours of a day, as `HH:MM`. If `close` is before `open`, the business closes after midnight. */
export interface BusinessDay {
  readonly enabled: boolean;
  readonly open?: string;
  readonly close?: string;
}

/** The settings of a line's agent. A setting is absent until it is set. */
export interface AgentSettings {
  readonly persona?: string;
  readonly greeting?: string;
  readonly tone?: readonly string[];
  readonly businessHours?: {
    readonly mode: '24/7' | 'custom';
    /** The time zone: a name of the IANA list. */
    readonly timezone?: string;
    readonly schedule?: { readonly [day in 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun']?: BusinessDay };
  } | null;
  readonly transfer?: {
    readonly type: 'take_message' | 'standard_response' | 'transfer_human';
    readonly message?: string;
  } | null;
  readonly summaryRecipients?: readonly { readonly email: string; readonly keywords?: readonly string[] }[];
}

/** What a call needs: the line and the settings of its agent. A call keeps the settings that it began with. */
export interface ServedLine {
  readonly line: {
    readonly tenantId: string;
    readonly partnerId: string;
    readonly name: string;
    readonly region: 'kr' | 'ca';
    readonly number: string | null;
    readonly plan: {
      readonly tier?: string | null | undefined;
      readonly status?: string | null | undefined;
    } | null;
  };
  readonly agent: AgentSettings;
  /** Changes whenever `line` or `agent` changes. */
  readonly version: string;
  readonly maxAgeSeconds: number;
  readonly staleIfErrorSeconds: number;
}

/** The result for a number or id without an active line. */
export interface NotServed {
  readonly notServed: { readonly reason: 'unknown' | 'terminated' };
  readonly maxAgeSeconds: number;
}

/** The result for an invalid input. A retry would not help. */
export interface Refused {
  readonly refused: { readonly message: string };
}

export type LineForCall = ServedLine | NotServed | Refused;

/** A finished call. A field that is null counts as absent. */
export interface FinishedCall {
  /** Your id of the call, in visible ASCII characters. A call sent several times is stored once. */
  readonly callId: string;
  /** The summary. It must not be blank, and has at most 64 KiB in UTF-8. */
  readonly summary: string;
  readonly title?: string | null | undefined;
  readonly durationSecs?: number | null | undefined;
  readonly callType?: 'phone' | 'web' | null | undefined;
  /**
   * The caller's number, as you have it. `enqueueCall` masks the number before sending it; the service masks it before
   * storing it.
   */
  readonly callerNumber?: string | null | undefined;
  readonly transferred?: boolean | null | undefined;
  readonly transferTo?: string | null | undefined;
  readonly resolution?: 'Resolved' | 'Booked' | 'Escalated' | null | undefined;
  readonly sentiment?: 'positive' | 'neutral' | 'negative' | null | undefined;
  readonly topics?: readonly string[] | null | undefined;
  /** When the call ended: a time with an offset, such as `2026-11-23T10:00:00Z` or `2026-11-23T19:00:00+09:00`. */
  readonly endedAt?: string | null | undefined;
}

/** The input of `record-call`, and the body of a message of the intake queue. */
export interface RecordCallInput {
  readonly tenantId: string;
  readonly call: FinishedCall;
}

export interface RecordedCall {
  readonly callId: string;
  /** When the summary was stored, not when the call began. The calls list has the same name for this time. */
  readonly startedAt: string;
  readonly alreadyStored: boolean;
}

/**
 * Invokes a Lambda function of the service with JSON, and returns its response. Throws if the Lambda function failed or
 * did not respond. `lambdaInvoke` returns an `Invoke`.
 */
export type Invoke = (
  name: 'line-for-call' | 'record-call',
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

/** Sends a message to the intake queue. `sqsSend` returns a `Send`. */
export type Send = (message: { readonly body: string; readonly groupId: string }, signal: AbortSignal) => Promise<void>;
