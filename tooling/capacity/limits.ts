import { MESSAGES_PER_REQUEST, RECORDS_PER_BATCH } from '../../shared/domain/batch-sizes.ts';
import { LANES, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { DUE_SHARDS } from '../../shared/names/table.ts';
import {
  FIRST_SHARDS,
  KEY_REQUESTS_PER_SECOND,
  LATENCY_MS,
  NEW_TABLE_UNITS,
  PARTITION_UNITS,
  POLL_SHARD_EVERY_MS,
  TABLE_QUOTA_UNITS,
} from './aws-figures.ts';
import type { Load } from './load.ts';
import { formatNumber, midpoint } from './numbers.ts';
import {
  hungRequestsInLargestOutage,
  INTAKE_SECONDS_PER_CALL,
  type LoadSettings,
  PLANNED_REQUESTS,
  SLOW_LOOK_UP_SECONDS,
  SLOW_RECORDING_SECONDS,
} from './settings.ts';
import { type HotKey, type Usage, usageAt } from './usage.ts';

/** A limit, and the rate of calls at which the service reaches it. */
export interface Limit {
  readonly what: string;
  readonly callsPerSecond: number;
  /** What happens above the limit, and what to change. */
  readonly above: string;
}

interface Bound {
  readonly what: string;
  readonly used: (usage: Usage) => number;
  readonly atMost: number;
  readonly above: string;
}

/** A limit that a load reaches only above this rate of calls per second is left out. */
const NEVER = 1_000_000;

/** Returns the limits that a growing load reaches with these settings, in the order in which it reaches them. */
export function limitsOf(load: Load, settings: LoadSettings): Limit[] {
  return [...limitsOfSettings(settings), ...OF_THE_PLATFORM, ...PARTITION_BOUNDS]
    .map(({ what, used, atMost, above }) => ({ what, above, callsPerSecond: rateThatReaches(load, used, atMost) }))
    .filter(({ callsPerSecond }) => callsPerSecond < NEVER)
    .toSorted((one, other) => one.callsPerSecond - other.callsPerSecond);
}

/** Returns the rate of calls up to which the hung lane suffices if the largest partner stops responding. */
export const maxCallsPerSecondInLargestOutage = (load: Load, { deliveryConcurrency: { hung } }: LoadSettings): number =>
  rateThatReaches(load, (usage) => hungRequestsInLargestOutage(usage, load), hung * PLANNED_REQUESTS.hung);

/** Returns the rate of calls at which `used` reaches `atMost`, by bisection, because `used` grows with the rate. */
function rateThatReaches(load: Load, used: Bound['used'], atMost: number): number {
  let [low, high] = [0, NEVER];
  for (let step = 0; step < 40; step += 1) {
    const rate = (low + high) / 2;
    if (used(usageAt(rate, load)) > atMost) high = rate;
    else low = rate;
  }
  return high;
}

const ABOVE_LANE: Readonly<Record<Lane, string>> = {
  main: 'partners wait for each other when a receiver begins to hang',
  slow: 'partners with slow receivers wait for each other',
  hung: 'events of partners that do not respond are late, even after these partners respond again',
};

function limitsOfSettings({
  deliveryConcurrency,
  recordCallConcurrency,
  lineForCallConcurrency,
  intakeConcurrency,
  throttle,
}: LoadSettings): Bound[] {
  return [
    {
      what: `record-call: reserved concurrency ${recordCallConcurrency}, invocations of ${SLOW_RECORDING_SECONDS} s`,
      used: ({ callsPerSecond, queuedPerSecond }) => (callsPerSecond - queuedPerSecond) * SLOW_RECORDING_SECONDS,
      atMost: recordCallConcurrency,
      above: 'bursts are throttled, and the voice platform retries; raise recordCallConcurrency',
    },
    {
      what: `line-for-call: reserved concurrency ${lineForCallConcurrency}, invocations of ${SLOW_LOOK_UP_SECONDS} s`,
      used: ({ lookUpsPerSecond }) => lookUpsPerSecond * SLOW_LOOK_UP_SECONDS,
      atMost: lineForCallConcurrency,
      above:
        'look-ups are throttled, and calls get old settings, or none if the voice platform has no copy of the line; raise lineForCallConcurrency',
    },
    {
      what: `intake: concurrency ${intakeConcurrency}, invocations of ${SLOW_RECORDING_SECONDS} s with ${MESSAGES_PER_REQUEST} calls each`,
      used: ({ queuedPerSecond }) => queuedPerSecond * INTAKE_SECONDS_PER_CALL,
      atMost: intakeConcurrency,
      above: 'calls wait in the queue; raise intakeConcurrency',
    },
    ...LANES.map((lane) => ({
      what: `${lane} lane: ${deliveryConcurrency[lane]} invocations with ${PLANNED_REQUESTS[lane]} requests each`,
      used: ({ lanes }: Usage) => lanes[lane].requestsInFlight,
      atMost: deliveryConcurrency[lane] * PLANNED_REQUESTS[lane],
      above: `${ABOVE_LANE[lane]}; raise deliveryConcurrency.${lane}`,
    })),
    {
      what: `throttle of the API: ${throttle.requestsPerSecond} requests a second`,
      used: ({ apiRequestsPerSecond }) => apiRequestsPerSecond,
      atMost: throttle.requestsPerSecond,
      above: 'API Gateway returns 429; raise throttle.requestsPerSecond',
    },
  ];
}

const ROUND_MS = POLL_SHARD_EVERY_MS + midpoint(LATENCY_MS.stream);

const OF_THE_PLATFORM: readonly Bound[] = [
  {
    what: `stream: ${RECORDS_PER_BATCH} records in ${ROUND_MS} ms from each of ${FIRST_SHARDS} shards`,
    used: ({ callsPerSecond }) => callsPerSecond,
    atMost: (FIRST_SHARDS * RECORDS_PER_BATCH * 1_000) / ROUND_MS,
    above:
      'events wait in the stream until the table has more partitions; add parallelizationFactor to the mapping in lib/delivery/pipeline.ts',
  },
  ...(['write', 'read'] as const).flatMap((operation): Bound[] => [
    {
      what: `${operation} units of a new table: ${formatNumber(NEW_TABLE_UNITS[operation])} a second`,
      used: ({ units }) => units.table[operation],
      atMost: NEW_TABLE_UNITS[operation],
      above:
        'DynamoDB throttles until the table has grown with its load; set its warm throughput before the load comes',
    },
    {
      what: `${operation} quota of a table: ${formatNumber(TABLE_QUOTA_UNITS[operation])} units a second`,
      used: ({ units }) => units.table[operation],
      atMost: TABLE_QUOTA_UNITS[operation],
      above: 'DynamoDB throttles; ask for a higher quota',
    },
  ]),
  {
    what: `KMS: ${formatNumber(KEY_REQUESTS_PER_SECOND)} requests a second`,
    used: ({ decryptionsPerSecond }) => decryptionsPerSecond,
    atMost: KEY_REQUESTS_PER_SECOND,
    above: 'events are late, because deliveries are retried; ask for a higher quota',
  },
];

const SPLIT = 'a higher limit needs other partition keys';
const PARTITIONS: readonly (readonly [key: HotKey, name: string, above: string])[] = [
  [
    'index DUE',
    `one of the ${DUE_SHARDS} shards of the due index`,
    'writes are throttled; a higher limit needs more shards (DUE_SHARDS)',
  ],
  ['index PARTNER', 'the largest partner in the index byPartner', `the partner's calls are throttled; ${SPLIT}`],
  ['PARTNER', 'the items of the largest partner', `reads for the deliveries are throttled and retried; ${SPLIT}`],
  [
    'HEALTH',
    'the health of the largest partner',
    `invocations for this partner take longer, and its health can be out of date; ${SPLIT}`,
  ],
  ['LINE', 'the largest line of the largest partner', `the line's calls are throttled; ${SPLIT}`],
];

const PARTITION_BOUNDS: readonly Bound[] = PARTITIONS.flatMap(([key, name, above]) =>
  (['write', 'read'] as const).map((operation) => ({
    what: `DynamoDB's limit for ${name}: ${formatNumber(PARTITION_UNITS[operation])} ${operation} units a second`,
    used: ({ hottest }: Usage) => hottest[key][operation],
    atMost: PARTITION_UNITS[operation],
    above,
  })),
);
