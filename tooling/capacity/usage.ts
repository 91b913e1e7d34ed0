import { MAX_DELAY_MS } from '../../shared/delivery/wake-ups/queue.ts';
import { waitAfterMs } from '../../shared/domain/deliveries/backoff.ts';
import { LANES, type Lane, laneAfter } from '../../shared/domain/deliveries/lane.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { DUE_SHARDS } from '../../shared/names/table.ts';
import { SECRET_KEPT_MS } from '../../shared/secrets/signing-secrets.ts';
import { BYTES_PER_UNIT, FIRST_POLLERS, LATENCY_MS, TRANSACTION_FACTOR } from './aws-figures.ts';
import {
  addLaneUses,
  type LaneUse,
  laneUseForHangingReceivers,
  laneUseForRespondingReceivers,
  NO_USE,
  relayInvocationsPerSecond,
  wakeUpsPerBatch,
} from './lanes.ts';
import { type Load, sharesOfPartners } from './load.ts';
import { midpoint, sumOf } from './numbers.ts';
import { API_REQUEST_UNITS, CALL_UNITS, LOOK_UP_UNITS, MESSAGE_READS, type Units } from './units.ts';

/** The kinds of keys that many calls share. For each kind, the planner computes the units that the busiest key uses. */
export type HotKey = 'LINE' | 'PARTNER' | 'HEALTH' | 'index DUE' | 'index PARTNER';

/** The functions that a load uses, except `deliver-webhook`, whose invocations lanes.ts computes. */
export const FUNCTION_GROUPS = [
  'authorizer',
  'endpoints',
  'line-for-call',
  'record-call',
  'intake',
  'relay',
  'sweep',
] as const;
type FunctionGroup = (typeof FUNCTION_GROUPS)[number];

/** How much of AWS's resources the service uses on average at a given rate of calls. */
export interface Usage {
  readonly callsPerSecond: number;
  readonly apiRequestsPerSecond: number;
  readonly lookUpsPerSecond: number;
  /** How many calls per second arrive through the queue `intake`. */
  readonly queuedPerSecond: number;
  /** Units per second of the table and of two indexes, which have their own throughput. */
  readonly units: Readonly<Record<'table' | 'due' | 'byPartner', Units>>;
  /** Units per second of the hottest key of each kind. */
  readonly hottest: Readonly<Record<HotKey, Units>>;
  /** How many invocations of each function run at the same time. */
  readonly concurrency: Readonly<Record<FunctionGroup, number>>;
  readonly invocationsPerSecond: Readonly<Record<FunctionGroup, number>>;
  readonly lanes: Readonly<Record<Lane, LaneUse>>;
  readonly decryptionsPerSecond: number;
}

/** Time in ms that a function needs for its own work, without its requests to AWS services. */
export type OwnTimes = Readonly<typeof OWN_MS>;

/**
 * The times of the bench on one core, multiplied by three, as if each function had 33 % of a core. With the memory of
 * `MEMORY_MB`, Lambda gives 29 % of a core to functions in the background, and 58 % to the others.
 */
const OWN_MS = { authorizer: 8, endpoint: 11, lineForCall: 8, recordCall: 9, relay: 10, deliver: 15 };

/** How many lines a typical partner has. Each line has 10 % of the partner's calls. */
const LINES_OF_PARTNER = 10;
/** How many bytes a stored call has without its summary. */
const CALL_BYTES = 420;
/** How many environments a busy lane has per invocation. In the simulation of AWS, a lane had 15 for 10 invocations. */
const ENVIRONMENTS_PER_INVOCATION = 1.5;
const SWEEP = { everySeconds: SWEEP_PERIOD_MS / 1_000, readsPerPartner: 2, seconds: 1 };

/** How many hops a dead delivery takes, besides one hop before each retry. */
const FURTHER_HOPS = sumOf(
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => Math.ceil(waitAfterMs(index + 1) / MAX_DELAY_MS) - 1),
);

/** How many read units a look-up needs for the line and its agent settings. */
const LINE_READS = 2;

/** How many writes to the index `due` a call needs. */
const DUE_WRITES = { first: 2, dead: 2 * MAX_ATTEMPTS };
const BY_PARTNER_WRITES = 1;

/** Returns what the service uses at a rate of calls. The ratio of API requests to calls is that of `load`. */
export function usageAt(callsPerSecond: number, load: Load, own: OwnTimes = OWN_MS): Usage {
  const failing = callsPerSecond * load.failingShare;
  const healthy = callsPerSecond - failing;
  const apiRequestsPerSecond =
    load.callsPerHour === 0 ? 0 : (callsPerSecond * load.apiRequestsPerHour) / load.callsPerHour;
  const lookUpsPerSecond = callsPerSecond * load.lookUpsPerCall;
  const queuedPerSecond = callsPerSecond * load.queuedShare;
  const lanes = laneUsesAt(healthy, failing, load, own);
  const polls = relayInvocationsPerSecond(callsPerSecond);
  const trip = midpoint(LATENCY_MS.table);
  const seconds = {
    authorizer: (trip + own.authorizer) / 1_000,
    endpoint: (2 * trip + own.endpoint) / 1_000,
    lineForCall: (2 * trip + own.lineForCall) / 1_000,
    recordCall: (3 * trip + own.recordCall) / 1_000,
    relay: (2 * trip + midpoint(LATENCY_MS.queue) + own.relay) / 1_000,
  };
  const sweeps = 1 / SWEEP.everySeconds;
  return {
    callsPerSecond,
    apiRequestsPerSecond,
    lookUpsPerSecond,
    queuedPerSecond,
    units: tableAndIndexUnitsAt(healthy, failing, apiRequestsPerSecond, load),
    hottest: hottestKeysAt(healthy, failing, load),
    lanes,
    concurrency: {
      authorizer: apiRequestsPerSecond * seconds.authorizer,
      endpoints: apiRequestsPerSecond * seconds.endpoint,
      'line-for-call': lookUpsPerSecond * seconds.lineForCall,
      'record-call': (callsPerSecond - queuedPerSecond) * seconds.recordCall,
      intake: queuedPerSecond * seconds.recordCall,
      relay: polls * seconds.relay,
      sweep: sweeps * SWEEP.seconds,
    },
    invocationsPerSecond: {
      authorizer: apiRequestsPerSecond,
      endpoints: apiRequestsPerSecond,
      'line-for-call': lookUpsPerSecond,
      'record-call': callsPerSecond - queuedPerSecond,
      // One message per invocation is assumed. Under load, an invocation gets more.
      intake: queuedPerSecond,
      relay: polls,
      sweep: sweeps,
    },
    decryptionsPerSecond: decryptionsAt(callsPerSecond, lanes, load),
  };
}

function laneUsesAt(healthy: number, failing: number, { receiverMs }: Load, own: OwnTimes): Usage['lanes'] {
  const usual = laneUseForRespondingReceivers(healthy, wakeUpsPerBatch(healthy + failing), receiverMs, own.deliver);
  const hanging = laneUseForHangingReceivers(failing * MAX_ATTEMPTS, failing * FURTHER_HOPS);
  const none = { main: NO_USE, slow: NO_USE, hung: hanging };
  const lane = laneAfter(receiverMs);
  return { ...none, [lane]: addLaneUses(none[lane], usual) };
}

/** Returns how many more units one write and one read of a call need than with a small summary. */
const summaryUnits = ({ summaryBytes }: Load) => ({
  write: Math.ceil((summaryBytes + CALL_BYTES) / BYTES_PER_UNIT.write) - 1,
  read: Math.ceil((summaryBytes + CALL_BYTES) / BYTES_PER_UNIT.read) - 1,
});

function tableAndIndexUnitsAt(healthy: number, failing: number, apiRequests: number, load: Load): Usage['units'] {
  const { first, dead } = CALL_UNITS;
  const more = summaryUnits(load);
  const calls = healthy + failing;
  const due = { write: healthy * DUE_WRITES.first + failing * DUE_WRITES.dead, read: 0 };
  const byPartner = { write: calls * BY_PARTNER_WRITES, read: 0 };
  const written = healthy * first.write + failing * dead.write + calls * more.write * TRANSACTION_FACTOR;
  const messages = healthy + failing * (MAX_ATTEMPTS + FURTHER_HOPS);
  const read = healthy * first.read + failing * (dead.read + FURTHER_HOPS * MESSAGE_READS.all);
  const lookUps = calls * load.lookUpsPerCall;
  const sweeps = (load.partners * SWEEP.readsPerPartner) / SWEEP.everySeconds;
  return {
    table: {
      write: written - due.write - byPartner.write + apiRequests * API_REQUEST_UNITS.write,
      read: read + messages * more.read + apiRequests * API_REQUEST_UNITS.read + lookUps * LOOK_UP_UNITS.read + sweeps,
    },
    due,
    byPartner,
  };
}

/**
 * Returns the units per second of the hottest keys. The messages of a batch share the reads of their partner, so larger
 * batches mean fewer reads for each message.
 */
function hottestKeysAt(healthy: number, failing: number, load: Load): Usage['hottest'] {
  const calls = healthy + failing;
  const share = load.largestPartnerShare;
  const [batch, polls] = [wakeUpsPerBatch(calls), relayInvocationsPerSecond(calls)];
  const batches = calls / batch;
  const isIn = (messages: number) => 1 - (1 - share) ** messages;
  const more = summaryUnits(load);
  const ofLine = (calls * share) / LINES_OF_PARTNER;
  return {
    LINE: {
      write: ofLine * TRANSACTION_FACTOR * (1 + more.write),
      read: ofLine * (2 + more.read + load.lookUpsPerCall * LINE_READS),
    },
    PARTNER: {
      write: 0,
      read:
        calls * share +
        (polls === 0 ? 0 : polls * isIn(calls / polls)) +
        batches * isIn(batch) * MESSAGE_READS.ofPartner,
    },
    HEALTH: { write: 0, read: calls * share },
    'index DUE': {
      write: (healthy * DUE_WRITES.first + failing * DUE_WRITES.dead) / DUE_SHARDS,
      read: 0,
    },
    'index PARTNER': { write: calls * share * BY_PARTNER_WRITES, read: 0 },
  };
}

/** Each environment decrypts a partner's secret when needed, at most once in `SECRET_KEPT_MS`. */
function decryptionsAt(callsPerSecond: number, lanes: Usage['lanes'], load: Load): number {
  if (callsPerSecond === 0) return 0;
  const environments = sumOf(LANES.map((lane) => environmentsOf(lanes[lane])));
  return sumOf(
    sharesOfPartners(load).map((share) => 1 / (SECRET_KEPT_MS / 1_000 / environments + 1 / (callsPerSecond * share))),
  );
}

/** Returns how many environments a lane has. Usually, not all of them run an invocation. */
const environmentsOf = ({ invocations }: LaneUse) =>
  invocations === 0 ? 0 : Math.max(FIRST_POLLERS, invocations * ENVIRONMENTS_PER_INVOCATION);
