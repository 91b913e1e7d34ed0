/**
 * Schemas of the results of operator commands, with only the fields that the pages may see. The server sends only these
 * fields, so a new field of a command never reaches a page by accident.
 */
import * as z from 'zod/mini';
import { partnerState } from '../../../shared/contract/partner.ts';
import { maskPhoneNumber } from '../../../shared/domain/calls/phone-number.ts';
import { DELIVERY_STATUSES } from '../../../shared/domain/deliveries/delivery.ts';
import { byLane, LANES } from '../../../shared/domain/deliveries/lane.ts';
import { SKIP_REASONS } from '../../../shared/domain/deliveries/skip-reasons.ts';
import { HEALTH_STATES } from '../../../shared/domain/partners/health.ts';
import { FAILURE_QUEUES, QUEUE_NAMES } from './queues.ts';

const text = z.nullable(z.string());
/** A time, or null if there is none. */
const time = text;
const deliveryStatus = z.enum(DELIVERY_STATUSES);

const partnerFields = {
  partnerId: z.string(),
  name: z.string(),
  state: partnerState,
  scopes: z.array(z.string()),
  keyPrefix: z.string(),
  keyState: z.string(),
  lineCount: z.number(),
  quota: z.nullable(z.number()),
  createdAt: z.string(),
};
export const partner = z.object({ ...partnerFields, contact: z.optional(z.string()) });

const healthState = z.enum(HEALTH_STATES);
export const health = z.object({
  partnerId: z.string(),
  name: z.string(),
  state: healthState,
  failingSince: time,
  lastDeliveredAt: time,
  /** How many first attempts have failed since the last success. */
  consecutiveFailures: z.number(),
  lastOutcome: text,
});
export type Health = z.infer<typeof health>;

export const listedPartner = z.object({ ...partnerFields, health: healthState });

export const partnerCount = z.object({ partners: z.number() });
/** Lines and calls are each counted up to a limit. */
export const partnerSize = z.object({
  partnerId: z.string(),
  lines: z.number(),
  hasMoreLines: z.boolean(),
  calls: z.number(),
  hasMoreCalls: z.boolean(),
});
export const deletedPartner = z.object({
  partnerId: z.string(),
  lines: z.number(),
  calls: z.number(),
  deleted: z.boolean(),
});
/** How many items an export would have. */
export const countedExport = z.object({ partnerId: z.string(), items: z.number() });

/** Path and query of a webhook URL can contain a password of the receiver. */
const hostOnly = (text: string) => {
  const url = URL.parse(text);
  if (url === null) return '(not a URL)';
  return url.origin + (url.pathname === '/' && url.search === '' ? '/' : '/…');
};

export const webhook = z.object({
  url: z.pipe(z.string(), z.transform(hostOnly)),
  events: z.array(z.string()),
  signingSecretHint: z.string(),
  updatedAt: z.string(),
  waitingSecret: z.nullable(z.object({ hint: z.string(), since: z.string() })),
});

const line = {
  tenantId: z.string(),
  partnerId: z.string(),
  name: z.string(),
  region: z.string(),
  status: z.string(),
  externalId: z.string(),
  createdAt: z.string(),
};
export const listedLine = z.object(line);

export const shownLine = z.object({
  ...line,
  terminatedAt: z.optional(z.string()),
  number: z.nullable(z.pipe(z.string(), z.transform(maskPhoneNumber))),
  plan: z.nullable(z.object({ tier: z.nullish(z.string()), status: z.nullish(z.string()) })),
});

const delivery = {
  callId: z.string(),
  tenantId: z.string(),
  status: deliveryStatus,
  reason: z.optional(z.enum(SKIP_REASONS)),
  attempts: z.number(),
  nextAttemptAt: time,
  /** `expired` if the call has expired; otherwise absent. */
  call: z.optional(z.string()),
};
/** `partnerId`, `recordedAt` and `lastOutcome` are present only in a list of the newest deliveries. */
export const listedDelivery = z.object({
  ...delivery,
  partnerId: z.optional(z.string()),
  recordedAt: z.optional(z.string()),
  lastOutcome: z.optional(text),
});
export type ListedDelivery = z.infer<typeof listedDelivery>;

const attempt = z.object({
  at: z.string(),
  outcome: z.string(),
  durationMs: z.number(),
  nextAttemptAt: time,
  series: z.optional(z.number()),
});
export type Attempt = z.infer<typeof attempt>;

export const shownDelivery = z.object({
  ...delivery,
  partnerId: z.string(),
  recordedAt: z.string(),
  series: z.number(),
  /** The end of the lease. The last claimed attempt may be running until this time. */
  leaseUntil: time,
  /** The lane that the partner's wake-ups take now. The field is present while the delivery is pending. */
  lane: z.optional(z.enum(LANES)),
  laneUntil: z.optional(time),
  log: z.array(attempt),
});
export type ShownDelivery = z.infer<typeof shownDelivery>;

/** A count for a minute. Null for a minute before the metrics began. */
const knownCount = z.nullable(z.number());
export const minute = z.object({
  minute: z.string(),
  ...{ delivered: knownCount, refused: knownCount, dead: knownCount, skipped: knownCount },
});
export type Minute = z.infer<typeof minute>;

export const deliveryCounts = z.object({
  since: z.string(),
  delivered: z.number(),
  pending: z.number(),
  refused: z.number(),
  dead: z.number(),
  skipped: z.number(),
});
export type DeliveryCounts = z.infer<typeof deliveryCounts>;

const age = z.nullable(z.number());
export const laneAges = z.object({ minute: z.string(), ...byLane(() => age) });
export type LaneAges = z.infer<typeof laneAges>;

export const queue = z.object({
  queue: z.enum(QUEUE_NAMES),
  waiting: z.number(),
  inFlight: z.number(),
  delayed: z.number(),
  oldestSeconds: z.nullable(z.number()),
});
export type Queue = z.infer<typeof queue>;

export const mapping = z.object({ name: z.string(), state: z.string() });
export type Mapping = z.infer<typeof mapping>;

/** A failed message. Of its content, the page gets only ids and the reason of the failure. */
export const deadLetter = z.object({
  queue: z.enum(FAILURE_QUEUES),
  messageId: z.string(),
  /** When the message was sent. */
  since: z.string(),
  receivedCount: z.number(),
  callIds: z.array(z.string()),
  partnerId: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** The states of an alarm, in the order of the list. */
export const ALARM_STATES = ['ALARM', 'INSUFFICIENT_DATA', 'OK'] as const;
export const alarm = z.object({
  name: z.string(),
  state: z.enum(ALARM_STATES),
  since: time,
  /** How soon somebody must act. A `part` sends no notification. The alarm of its incident sends one. */
  severity: z.nullable(z.enum(['page', 'part', 'ticket'])),
  /** For a part, the end of the name of the alarm that pages, such as `incident-api`. */
  incident: z.nullable(z.string()),
  /** For a suppressed alarm of the severity `page`, the alarm that suppresses it. */
  suppressor: z.nullable(z.string()),
  /** What a partner notices of the problem. */
  impact: z.string(),
  runbook: z.nullable(z.string()),
  reason: z.string(),
});
export type Alarm = z.infer<typeof alarm>;

/** One result of a search, with only the last digits of a number. */
export const found = z.object({
  kind: z.enum(['partner', 'line', 'call']),
  id: z.string(),
  /** The name of a partner or line. A call has no name. */
  name: text,
  partnerId: z.string(),
  partnerName: text,
  externalId: text,
  number: z.optional(z.string()),
});
export type Found = z.infer<typeof found>;
export const replayResult = z.object({ matched: z.number(), replayed: z.number() });

/** The new API key of a partner, which the page shows once. No other value contains an API key. */
export const newKey = z.object({ partnerId: z.string(), apiKey: z.string() });
export const revokedKey = z.object({ partnerId: z.string(), keyState: z.string() });
/** What the page shows about a new signing secret. Only the partner can fetch the secret itself. */
export const newSecret = z.object({ signingSecretHint: z.string(), textForPartner: z.string() });

export const sweepResult = z.object({ due: z.number(), queued: z.number(), settledDead: z.number() });
export const redriveResult = z.object({ matched: z.number(), redriven: z.number() });

export const auditEntry = z.object({
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  reason: text,
  state: z.optional(z.string()),
  outcome: z.optional(z.string()),
});
