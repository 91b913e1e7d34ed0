import type { LineForCall } from './line-for-call.ts';

export interface SandboxOptions {
  /** The URL that is registered as the webhook of the first partner. */
  readonly webhookUrl?: string;
  /**
   * `off`: each request comes from another address, so a test suite never reaches the rate limit. `real`: the limit
   * of production. Default: `off`.
   */
  readonly rateLimit?: 'real' | 'off';
  /**
   * `real`: signatures have the real time, even after `advanceTime`, so receivers accept these signatures. `service`:
   * signatures have the time of the sandbox. Default: `real`.
   */
  readonly signatureClock?: 'real' | 'service';
  /** The port of the API. Default: any free port. */
  readonly port?: number;
  /** A folder that keeps the data. Default: a temporary folder, which is deleted at the end. */
  readonly data?: string;
  /** The URL of a DynamoDB engine of your own, for systems for which there is no embedded engine. */
  readonly dynamodbEndpoint?: string;
}

/** A partner, its API key, and the signing secret of its webhook if the sandbox registered the webhook. */
export interface SandboxPartner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly signingSecret?: string;
}

export interface NewPartner {
  readonly name?: string;
  /** How many lines the partner may have. Default: no limit. */
  readonly quota?: number;
  readonly webhookUrl?: string;
}

/**
 * A finished call, as the voice platform hands it over. The sandbox fills in `callId`, `summary`, `callType` and
 * `durationSecs` if they are absent.
 */
export interface FinishedCall {
  readonly callId: string;
  readonly title: string | null;
  readonly summary: string;
  readonly durationSecs: number | null;
  readonly callType: 'phone' | 'web' | null;
  /** The caller's number. It is stored and shown only in masked form. */
  readonly callerNumber: string | null;
  readonly transferred: boolean | null;
  readonly transferTo: string | null;
  readonly resolution: 'Resolved' | 'Booked' | 'Escalated' | null;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly topics: readonly string[] | null;
  /** When the call ended: ISO 8601 with a time zone. */
  readonly endedAt: string | null;
}

export type NewCall = { readonly tenantId: string } & Partial<FinishedCall>;

export interface RecordedCall {
  readonly callId: string;
  /** Whether the line is active. Calls of a terminated line are delivered, but not listed. */
  readonly lineStatus: 'active' | 'terminated';
}

export type DeliveryStatus = 'pending' | 'delivered' | 'refused' | 'dead' | 'skipped';

export interface Attempt {
  readonly at: string;
  /** The outcome of the attempt, such as `status 503`, `timeout` or `reset`. */
  readonly outcome: string;
  readonly durationMs: number;
  readonly nextAttemptAt: string | null;
  /** The number of the round, from 2 on. Absent in the first round. */
  readonly series?: number | undefined;
}

export interface Delivery {
  readonly callId: string;
  readonly tenantId: string;
  readonly partnerId: string;
  readonly status: DeliveryStatus;
  /** Why the delivery was skipped. */
  readonly reason?: string | undefined;
  /** How many attempts were made in the current round. */
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly log: readonly Attempt[];
}

export interface DeliveryFilter {
  readonly callId?: string;
  readonly status?: DeliveryStatus;
  /**
   * Whose deliveries to return. Ignored with `callId`. Default: the first partner, and the partners that this object
   * has created.
   */
  readonly partnerId?: string;
}

/** A duration: milliseconds, or a number with a unit: `90s`, `5m`, `1h`, `2d`. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

/** The README says what each disruption does. */
export type Disruption =
  | 'rate-limit'
  | 'unauthorized'
  | 'suspended'
  | 'quota'
  | 500
  | 502
  | 503
  | 504
  | 'slow'
  | 'lost-answer'
  | 'duplicate-delivery'
  | 'lost-delivery'
  | 'stale-signature';

export interface DisruptionOptions {
  /**
   * The path of the API that is disrupted, such as `/v1/tenants/{customerId}`. Default: all paths, or for `quota` the
   * creation of lines.
   */
  readonly path?: string;
  /** How many requests, or attempts of deliveries, the disruption affects. Default: no limit. */
  readonly times?: number;
}

/** A running sandbox. Its methods act as operators and the voice platform, cause disruptions, and move the time. */
export interface Sandbox {
  /** The address of the API. */
  readonly baseUrl: string;
  /** The address to pass to `connectSandbox` in another process. It contains a secret token. */
  readonly controlUrl: string;
  /** The URL of the documentation, whose forms send requests to this sandbox. */
  readonly docsUrl: string;
  /** The first partner. */
  readonly partner: SandboxPartner;
  createPartner(about?: NewPartner): Promise<SandboxPartner>;
  /**
   * Records a finished call of a line, as the voice platform does. Its event is delivered even if the line is
   * terminated, but the API does not list the calls of a terminated line.
   */
  recordCall(call: NewCall): Promise<RecordedCall>;
  /** Returns the matching deliveries, grouped by partner. Each group is sorted from the oldest call to the newest. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>;
  /** Starts another round for a delivery that is dead, refused or skipped, as an operator does. */
  replay(which: { readonly callId: string }): Promise<void>;
  /** Suspends a partner, as an operator does: its requests get 403, and events of its calls are not sent. */
  suspendPartner(which?: { readonly partnerId?: string }): Promise<void>;
  /** Ends the suspension of a partner. */
  activatePartner(which?: { readonly partnerId?: string }): Promise<void>;
  /**
   * Issues a new API key, as an operator does. From then on, requests with the old key get 401. The field `partner`
   * still has the old key. `reset` makes the first key of the first partner valid again.
   */
  rotateKey(which?: { readonly partnerId?: string }): Promise<{ readonly apiKey: string }>;
  /**
   * Stores a new signing secret, as an operator does. The old secret stays in force until the partner's next `PUT
   * /v1/webhooks`, which returns the new secret.
   */
  rotateSecret(which?: { readonly partnerId?: string }): Promise<void>;
  /** Attaches a number to a line. Without a number, the sandbox chooses one. */
  attachNumber(line: { readonly tenantId: string; readonly number?: string }): Promise<{ readonly number: string }>;
  /** Detaches the number of a line, so that the partner can terminate the line. */
  releaseNumber(line: { readonly tenantId: string }): Promise<void>;
  /** Looks up a line by the line's id or number, as the voice platform does when a call begins. */
  lineForCall(which: { readonly tenantId: string } | { readonly number: string }): Promise<LineForCall>;
  /** Returns the time of the service. */
  now(): Promise<Date>;
  /**
   * Moves the time of the service forward, and makes each attempt at its due time. Resolves when all attempts that
   * became due have outcomes, and returns how many attempts there were.
   */
  advanceTime(by: Duration): Promise<{ readonly attempts: number }>;
  fail(kind: Disruption, options?: DisruptionOptions): Promise<{ stop(): Promise<void> }>;
  /**
   * Restores the data that the sandbox had after its start, ends all disruptions, and returns to the real time. The
   * address, the first key and the first webhook stay.
   */
  reset(): Promise<void>;
  /** Ends the sandbox. On an object from `connectSandbox`, does nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
