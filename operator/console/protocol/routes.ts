import * as z from 'zod/mini';
import * as callValues from './call-values.ts';
import * as values from './command-values.ts';
import { COSTLY, DAILY, type Interval, OFTEN, RARELY, USUAL } from './refresh-intervals.ts';
import { budget, finding } from './state-values.ts';

/**
 * What a route does.
 * - `read`: changes nothing. Open pages repeat the request.
 * - `look`: changes no data of partners, but has another effect, such as hiding messages. A page needs a click for it.
 * - `write`: can make a change. Only a console that allows changes has these routes.
 */
export type Effect = 'read' | 'look' | 'write';

interface Route<Value extends z.ZodMiniType, Kind extends Effect> extends Interval {
  readonly effect: Kind;
  /** The schema of the part of the command's result that is sent to the page. */
  readonly value: Value;
  /** Options that override what a page sends. */
  readonly always?: Options;
}

const readRoute = <Value extends z.ZodMiniType>(value: Value, interval = USUAL): Route<Value, 'read'> => ({
  effect: 'read',
  value,
  ...interval,
});

const lookRoute = <Value extends z.ZodMiniType>(value: Value): Route<Value, 'look'> => ({
  effect: 'look',
  value,
  stackSeconds: 0,
  localSeconds: 0,
});
const writeRoute = <Value extends z.ZodMiniType>(value: Value): Route<Value, 'write'> => ({
  effect: 'write',
  value,
  stackSeconds: 0,
  localSeconds: 0,
});

/** To show or do more, add an operator command and a row here. */
export const ROUTES = {
  alarms: readRoute(z.array(values.alarm)),
  // This command requests several metrics, and CloudWatch charges for each metric.
  slo: readRoute(z.array(budget), COSTLY),
  doctor: lookRoute(z.array(finding)),
  // The console caches the names.
  find: readRoute(z.array(values.found), RARELY),
  'partner list': readRoute(z.array(values.listedPartner), RARELY),
  'partner count': readRoute(values.partnerCount, COSTLY),
  'partner health': readRoute(z.array(values.health), RARELY),
  'partner size': readRoute(values.partnerSize),
  'partner show': readRoute(values.partner),
  'webhook show': readRoute(values.webhook),
  'line list': readRoute(z.array(values.listedLine), RARELY),
  'line show': readRoute(values.shownLine),
  'delivery list': readRoute(z.array(values.listedDelivery)),
  'delivery show': readRoute(z.array(values.shownDelivery), OFTEN),
  'delivery minutes': readRoute(z.array(values.minute)),
  // This command reads many deliveries.
  'delivery counts': readRoute(z.array(values.deliveryCounts), COSTLY),
  'delivery replay': writeRoute(values.replayResult),
  'delivery stop': writeRoute(z.array(values.mapping)),
  'delivery start': writeRoute(z.array(values.mapping)),
  'audit list': readRoute(z.array(values.auditEntry)),
  'call refused': readRoute(z.array(callValues.rejectedCall)),
  // A read-only console also shows the content of a call. The audit trail records who saw the content.
  'call show': lookRoute(callValues.shownCall),
  // On AWS, a page first sends this request after a click and rarely repeats it: CloudWatch charges for each search.
  'call trace': readRoute(z.array(callValues.logLine), DAILY),
  'call delete': writeRoute(callValues.deletedCall),
  'partner suspend': writeRoute(values.partner),
  'partner activate': writeRoute(values.partner),
  'partner contact': writeRoute(values.partner),
  'partner delete': writeRoute(values.deletedPartner),
  // The page only counts the items of an export, because a page must not write files on the machine.
  'partner export': { ...writeRoute(values.countedExport), always: { dryRun: true } },
  'key rotate': writeRoute(values.newKey),
  'key revoke': writeRoute(values.revokedKey),
  'secret rotate': writeRoute(values.newSecret),
  'line release-number': writeRoute(values.shownLine),
  sweep: writeRoute(values.sweepResult),
  'queue list': readRoute(z.array(values.queue)),
  'queue ages': readRoute(z.array(values.laneAges)),
  'mapping list': readRoute(z.array(values.mapping)),
  'mapping enable': writeRoute(values.mapping),
  'mapping disable': writeRoute(values.mapping),
  'dlq list': lookRoute(z.array(values.deadLetter)),
  'dlq redrive': writeRoute(values.redriveResult),
  'dlq drop': writeRoute(z.array(values.deadLetter)),
} as const;

export type RouteName = keyof typeof ROUTES;

/** Returns the routes of a console. In a read-only console, no route changes data of partners. */
export const routesFor = (isWritable: boolean) =>
  (Object.keys(ROUTES) as RouteName[]).filter((name) => isWritable || ROUTES[name].effect !== 'write');

export type RouteWith<Kind extends Effect> = {
  [Name in RouteName]: (typeof ROUTES)[Name]['effect'] extends Kind ? Name : never;
}[RouteName];
export type ValueOf<Name extends RouteName> = z.output<(typeof ROUTES)[Name]['value']>;

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandResponse<Value> {
  readonly value: Value;
  /** The cursor of the next page of a list, if there is one. */
  readonly next: string | null;
  /** What the command could not do, one sentence each. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** The time of the service's clock, which may differ from the clock of the browser. */
  readonly nowMs: number;
  /** How many milliseconds an open page should wait before it repeats its request. */
  readonly againMs: number;
}

/** The response to a request that failed. */
export interface Failed {
  readonly error: string;
  /**
   * The status of a rejection, for example by a command. If it is present, the HTTP status is 200, because a browser
   * logs every 4xx as an error of the page.
   */
  readonly status?: number;
  /** Present only if the command rejected a read. */
  readonly againMs?: number;
}

/** The response to a GET of a route that changes something: what a terminal would ask to confirm. */
export interface Confirmation {
  /** What the command destroys or whom it locks out. Null if nothing needs a confirmation. */
  readonly harm: string | null;
}

export interface About {
  readonly service: string;
  /** The beginning of an operator command line for this service. */
  readonly operator: string;
  readonly isLocal: boolean;
  readonly isWritable: boolean;
  /** The deployed commit. Null for a local service, and for a deployment that named no commit. */
  readonly commit: string | null;
}
