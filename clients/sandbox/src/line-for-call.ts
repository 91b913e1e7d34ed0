// A test compares these types with the schemas of `shared/domain/lines/line-for-call.ts`.

/** The opening hours of a day. `open` and `close` have the form `HH:MM`. */
interface BusinessDay {
  readonly enabled: boolean;
  readonly open?: string;
  readonly close?: string;
}

/** What a new call needs: the line and the settings of its agent. */
export interface ServedCall {
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
  /** The settings of the agent, as GET /v1/tenants/{customerId}/agent returns them. */
  readonly agent: {
    readonly persona?: string;
    readonly greeting?: string;
    readonly tone?: readonly string[];
    readonly businessHours?: {
      readonly mode: '24/7' | 'custom';
      readonly timezone?: string;
      readonly schedule?: { readonly [day in 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun']?: BusinessDay };
    } | null;
    readonly transfer?: {
      readonly type: 'take_message' | 'standard_response' | 'transfer_human';
      readonly message?: string;
    } | null;
    readonly summaryRecipients?: readonly { readonly email: string; readonly keywords?: readonly string[] }[];
  };
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

export type LineForCall = ServedCall | NotServed;
