import * as z from 'zod/mini';
import * as callValues from './call-values.ts';
import { countedExport, deletedCall, deletedPartner, partnerSize } from './deletion-values.ts';
import { budget, finding } from './state-values.ts';
import * as values from './values.ts';

/**
 * What a route does.
 * - `read`: changes nothing. Open pages repeat it.
 * - `look`: changes no data of partners, but has an effect of its own, such as hiding messages for a while. It needs a
 *   click.
 * - `write`: changes something. It exists only in a writable console.
 */
export type Effect = 'read' | 'look' | 'write';

interface Route<Value extends z.ZodMiniType, Kind extends Effect> {
  readonly effect: Kind;
  /** What a page sees of the command's value. */
  readonly value: Value;
  /** How often an open page sends its request to a deployed stack. ADR 27 has the costs. */
  readonly stackSeconds: number;
  /** The same for the local service, where a request costs only computing time. */
  readonly localSeconds: number;
  /** Options that the command always has, whatever a page sends. */
  readonly always?: Options;
}

/** Pages follow what happens on the local service within three seconds. */
const LOCAL_SECONDS = 2;

const reads = <Value extends z.ZodMiniType>(
  value: Value,
  stackSeconds: number,
  localSeconds = LOCAL_SECONDS,
): Route<Value, 'read'> => ({ effect: 'read', value, stackSeconds, localSeconds });

const looks = <Value extends z.ZodMiniType>(value: Value): Route<Value, 'look'> => ({
  effect: 'look',
  value,
  stackSeconds: 0,
  localSeconds: 0,
});
const writes = <Value extends z.ZodMiniType>(value: Value): Route<Value, 'write'> => ({
  effect: 'write',
  value,
  stackSeconds: 0,
  localSeconds: 0,
});

/**
 * Everything that pages can request from the server: the operator's commands, by noun and verb. To show or do more, add
 * a command to the operator and a row here.
 */
export const ROUTES = {
  alarms: reads(z.array(values.alarm), 60),
  // Each read costs as much as a day of a page on a metric.
  slo: reads(z.array(budget), 900, 30),
  doctor: looks(z.array(finding)),
  // The names are in the memory of the console.
  find: reads(z.array(values.found), 300),
  'partner list': reads(z.array(values.listedPartner), 300),
  'partner count': reads(values.partnerCount, 900, 30),
  'partner health': reads(z.array(values.health), 300),
  'partner size': reads(partnerSize, 60),
  'partner show': reads(values.partner, 60),
  'webhook show': reads(values.webhook, 60),
  'line list': reads(z.array(values.listedLine), 300),
  'line show': reads(values.shownLine, 60),
  'delivery list': reads(z.array(values.listedDelivery), 60),
  'delivery show': reads(z.array(values.shownDelivery), 15),
  'delivery minutes': reads(z.array(values.minute), 60),
  // It reads up to 1,000 deliveries.
  'delivery counts': reads(z.array(values.deliveryCounts), 900, 30),
  'delivery replay': writes(values.replayed),
  'delivery stop': writes(z.array(values.mapping)),
  'delivery start': writes(z.array(values.mapping)),
  'audit list': reads(z.array(values.auditEntry), 60),
  'call refused': reads(z.array(callValues.rejectedCall), 60),
  // Everybody who may read may see the content of a call. The audit trail says who did.
  'call show': looks(callValues.shownCall),
  // On a stack, a page requests it once, after a click: CloudWatch charges for the data that it searches.
  'call trace': reads(z.array(callValues.logLine), 24 * 60 * 60),
  'call delete': writes(deletedCall),
  'partner suspend': writes(values.partner),
  'partner activate': writes(values.partner),
  'partner contact': writes(values.partner),
  'partner delete': writes(deletedPartner),
  // Pages only count: a page must not write files of the machine.
  'partner export': { ...writes(countedExport), always: { dryRun: true } },
  'key rotate': writes(values.newKey),
  'key revoke': writes(values.revokedKey),
  'secret rotate': writes(values.newSecret),
  'line release-number': writes(values.shownLine),
  sweep: writes(values.swept),
  'queue list': reads(z.array(values.queue), 60),
  'queue ages': reads(z.array(values.laneAges), 60),
  'mapping list': reads(z.array(values.mapping), 60),
  'mapping enable': writes(values.mapping),
  'mapping disable': writes(values.mapping),
  'dlq list': looks(z.array(values.deadLetter)),
  'dlq redrive': writes(values.redriven),
  'dlq drop': writes(z.array(values.deadLetter)),
} as const;

export type RouteName = keyof typeof ROUTES;
/** The routes with the given effect. */
export type RouteWith<Kind extends Effect> = {
  [Name in RouteName]: (typeof ROUTES)[Name]['effect'] extends Kind ? Name : never;
}[RouteName];
export type ValueOf<Name extends RouteName> = z.output<(typeof ROUTES)[Name]['value']>;

/** The options of a command. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** The response to a route. */
export interface CommandResponse<Value> {
  readonly value: Value;
  /** The cursor of the next page, if there is one. */
  readonly next: string | null;
  /** What the command could not do, one sentence each. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The time of the service's clock, which may differ from the clock of the browser. */
  readonly nowMs: number;
  /** After this time, an open page should send its request again. */
  readonly againMs: number;
}

/** The response to a request that failed. */
export interface Failed {
  readonly error: string;
  /** Present if the command itself rejected the request: after this time, an open page should send it again. */
  readonly againMs?: number;
}

/** The response to a GET of a route that changes something: what a person would have to confirm on a terminal. */
export interface Confirmation {
  /** Says what the command destroys or whom it shuts out. Null if nothing needs a confirmation. */
  readonly harm: string | null;
}

/** What the pages must know about the service. */
export interface About {
  /** The name of the stack. */
  readonly service: string;
  /** How a command line of the operator begins for this service. */
  readonly operator: string;
  readonly isLocal: boolean;
  readonly isWritable: boolean;
  /** The commit that is deployed. Null for a local service, which runs the files of its folder. */
  readonly commit: string | null;
}
