/** How a line is named: by the number that was dialled (E.164), or by its id. */
export type WhichLine =
  | { readonly number: string; readonly tenantId?: undefined }
  | { readonly tenantId: string; readonly number?: undefined };

/** `open` and `close` have the form `HH:MM`. A close before the open is past midnight. */
export interface BusinessDay {
  readonly enabled: boolean;
  readonly open?: string;
  readonly close?: string;
}

/** The settings of a line's agent. A setting that was never made is absent. */
export interface AgentSettings {
  readonly persona?: string;
  readonly greeting?: string;
  readonly tone?: readonly string[];
  readonly businessHours?: {
    readonly mode: '24/7' | 'custom';
    /** A name of the IANA list. */
    readonly timezone?: string;
    readonly schedule?: { readonly [day in 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun']?: BusinessDay };
  } | null;
  readonly transfer?: {
    readonly type: 'take_message' | 'standard_response' | 'transfer_human';
    readonly message?: string;
  } | null;
  readonly summaryRecipients?: readonly { readonly email: string; readonly keywords?: readonly string[] }[];
}

/** What a call gets. A call keeps the settings with which it began. */
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
  /** Changes with every change of `line` or `agent`. */
  readonly version: string;
  readonly maxAgeSeconds: number;
  readonly staleIfErrorSeconds: number;
}

/** No call can reach this number or id. */
export interface NotServed {
  readonly notServed: { readonly reason: 'unknown' | 'terminated' };
  readonly maxAgeSeconds: number;
}

/** The input is wrong. A retry would not help. */
export interface Refused {
  readonly refused: { readonly message: string };
}

export type LineForCall = ServedLine | NotServed | Refused;

/** A finished call. Null and absent mean the same. */
export interface FinishedCall {
  /** Yours, at most 128 visible ASCII characters. The same call is stored once, however often it is sent. */
  readonly callId: string;
  /** At most 64 KiB in UTF-8, and not blank. */
  readonly summary: string;
  readonly title?: string | null | undefined;
  readonly durationSecs?: number | null | undefined;
  readonly callType?: 'phone' | 'web' | null | undefined;
  /** As you have it. `enqueueCall` masks it before it is sent, and the service before it is stored. */
  readonly callerNumber?: string | null | undefined;
  readonly transferred?: boolean | null | undefined;
  readonly transferTo?: string | null | undefined;
  readonly resolution?: 'Resolved' | 'Booked' | 'Escalated' | null | undefined;
  readonly sentiment?: 'positive' | 'neutral' | 'negative' | null | undefined;
  readonly topics?: readonly string[] | null | undefined;
  /** A time with an offset, such as `2026-11-23T10:00:00Z` or `2026-11-23T19:00:00+09:00`. */
  readonly endedAt?: string | null | undefined;
}

/** The input of `record-call`, and the body of a message of the intake queue. */
export interface RecordCallInput {
  readonly tenantId: string;
  readonly call: FinishedCall;
}

export interface RecordedCall {
  readonly callId: string;
  /** When the summary was stored, and not when the call began: the calls list has it under this name. */
  readonly startedAt: string;
  readonly alreadyStored: boolean;
}

/**
 * Invokes a function of the service with JSON, and returns its response. Throws if the function failed or did not
 * respond. `lambdaInvoke` makes one from the AWS SDK.
 */
export type Invoke = (
  name: 'line-for-call' | 'record-call',
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

/** Sends a message to the intake queue. `sqsSend` makes one from the AWS SDK. */
export type Send = (message: { readonly body: string; readonly groupId: string }, signal: AbortSignal) => Promise<void>;
