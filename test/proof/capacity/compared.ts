import { LANES } from '../../../shared/domain/deliveries/lane.ts';
import { SECRET_KEPT_MS } from '../../../shared/secrets/signing-secrets.ts';
import { COLD_START_MS } from '../../../tooling/capacity/aws-figures.ts';
import { type Load, zipfLargestPartnerShare } from '../../../tooling/capacity/load.ts';
import { type HotKey, type OwnTimes, type Usage, usageAt } from '../../../tooling/capacity/usage.ts';
import type { Steady } from '../at-scale/scenarios/steady.ts';
import type { Run } from '../at-scale/simulate.ts';
import { SUMMARY } from '../at-scale/world/platform.ts';

/** How far the planner may be from the simulation. */
export const TOLERANCE = 0.2;
/** With fewer events, chance alone makes a larger difference. */
const FEWEST_EVENTS = 250;
/** Lanes are compared only in a run of at least this length, because they take minutes to become steady. */
const LASTING_SECONDS = 240;

/** In the simulation, only requests to services and receivers take time. */
const NO_TIME: OwnTimes = { authorizer: 0, endpoint: 0, lineForCall: 0, recordCall: 0, relay: 0, deliver: 0 };
/** The mean of a healthy receiver of the simulation. */
const HEALTHY_MS = 230;

const HOT_KEYS = ['LINE', 'PARTNER', 'HEALTH', 'index DUE', 'index PARTNER'] as const satisfies readonly HotKey[];
const OPERATIONS = ['write', 'read'] as const;

/** A figure of the planner beside that of the simulation. */
export interface Compared {
  readonly what: string;
  readonly planned: number;
  readonly simulated: number;
}

export const differenceOf = ({ planned, simulated }: Compared) => Math.abs(planned / simulated - 1);

/** Returns the load of a steady scenario, as the planner describes it. */
const loadOf = ({ callsPerSecond, partners, hanging = 0 }: Steady): Load => ({
  callsPerHour: callsPerSecond * 3_600,
  peak: 1,
  partners,
  summaryBytes: SUMMARY.length,
  failingShare: hanging / partners,
  receiverMs: HEALTHY_MS,
  largestPartnerShare: hanging === 0 ? zipfLargestPartnerShare(partners) : 1 / partners,
  apiRequestsPerHour: 0,
  lookUpsPerCall: 0,
  queuedShare: 0,
});

/** Returns what the planner says for a steady load, and what its run used, on average over the seconds. */
export function compared(run: Run, steady: Steady): Compared[] {
  const plan = usageAt(run.calls.recorded / steady.seconds, loadOf(steady), NO_TIME);
  return [
    ...units(run, plan, steady),
    ...(steady.hanging === undefined ? hotKeys(run, plan, steady) : []),
    ...functions(run, plan, steady),
    ...(steady.seconds < LASTING_SECONDS ? [] : lanes(run, plan, steady)),
  ];
}

/** Returns the row of something that is counted, unless there was too little of it. */
function counted(what: string, planned: number, events: number, { seconds }: Steady): Compared[] {
  return events < FEWEST_EVENTS ? [] : [{ what, planned, simulated: events / seconds }];
}

function units(
  { pipe: { units: used } }: Run,
  { units: { table, due, byPartner } }: Usage,
  steady: Steady,
): Compared[] {
  return [
    ...counted('write units', table.write + due.write + byPartner.write, used.total.write, steady),
    ...counted('read units', table.read, used.total.read, steady),
  ];
}

const hotKeys = ({ pipe }: Run, { hottest }: Usage, steady: Steady): Compared[] =>
  OPERATIONS.flatMap((operation) => {
    const busiest = pipe.units.busiest(operation);
    return HOT_KEYS.flatMap((key) =>
      counted(`${key}: ${operation} units of the busiest key`, hottest[key][operation], busiest.get(key) ?? 0, steady),
    );
  });

function functions({ pipe }: Run, { concurrency }: Usage, { seconds }: Steady): Compared[] {
  return (['record-call', 'relay'] as const).map((name) => {
    const { busyMs = 0, coldStarts = 0 } = pipe.usage.get(name) ?? {};
    const simulated = (busyMs - coldStarts * COLD_START_MS) / 1_000 / seconds;
    return { what: `${name}: invocations at once`, planned: concurrency[name], simulated };
  });
}

function lanes({ pipe, gauges }: Run, plan: Usage, steady: Steady): Compared[] {
  const used = LANES.filter((lane) => plan.lanes[lane].wakeUpsPerSecond > 0);
  return [
    ...used.flatMap((lane) => {
      const { invocations, queueRequestsPerSecond } = plan.lanes[lane];
      const { sum = 0, samples = 1 } = gauges.get(`${lane} lane, slots in use`) ?? {};
      const requests = pipe.queues.get(lane)?.counts.requests ?? 0;
      return [
        { what: `${lane} lane: invocations at once`, planned: invocations, simulated: sum / samples },
        ...counted(`${lane} lane: requests to SQS`, queueRequestsPerSecond, requests, steady),
      ];
    }),
    // The planner computes a steady rate. In a run of less than `SECRET_KEPT_MS`, the caches are still being filled.
    ...(steady.seconds * 1_000 < SECRET_KEPT_MS
      ? []
      : counted('decryptions', plan.decryptionsPerSecond, pipe.counts.decrypted, steady)),
  ];
}
