import { MEMORY_MB, memoryMb } from '../../lib/functions/memory.ts';
import { LANES } from '../../shared/domain/deliveries/lane.ts';
import { DUE_SHARDS } from '../../shared/names/table.ts';
import { joinCells, padCells } from '../command-line/tables.ts';
import { PARTITION_UNITS } from './aws-figures.ts';
import { REQUESTS_OF_QUEUED_CALL } from './cost.ts';
import type { Limit } from './limits.ts';
import { SECONDS_PER_HOUR } from './load.ts';
import { formatNumber, sumOf } from './numbers.ts';
import type { Plan } from './plan.ts';
import { type LoadSettings, PROD } from './settings.ts';
import { FUNCTION_GROUPS, type HotKey } from './usage.ts';

/** How many limits are shown: those with the lowest rates of calls. */
const NEAREST_LIMITS = 6;

type Rows = readonly (readonly string[])[];

export function reportOf(plan: Plan): string {
  const { load, peak } = plan;
  const most = `${formatNumber(peak.callsPerSecond)} calls a second at the peak`;
  return [
    `${formatNumber(load.callsPerHour)} calls an hour of ${formatNumber(load.partners)} partners: ${formatNumber(plan.averageCallsPerSecond)} a second, ${most}.`,
    `The largest partner has ${percent(load.largestPartnerShare)} of the calls; ${percent(load.failingShare)} of the calls are for receivers that do not respond.`,
    ...section('First limit', [firstLimitSentence(plan)]),
    ...table('Settings for lib/stages.ts', ['setting', 'needed', 'prod has', 'choose'], settingRows(plan)),
    ...table('Quotas to ask for', ['what', 'needed', 'enough by default', 'ask for'], quotaRows(plan)),
    ...table(
      'Functions at the peak',
      ['function', 'running at once', 'invocations a second', 'memory'],
      functionRows(plan),
    ),
    ...table(
      'Queues at the peak',
      ['queue', 'messages a second', 'in flight', 'invocations', 'requests to SQS a second', 'group ids'],
      queueRows(plan),
    ),
    ...section('Stream', [
      `Shards that are needed to read all records in time: ${plan.stream.shards}. A new table has ${plan.stream.has}.`,
    ]),
    ...table('Table at the peak', ['part', 'write units a second', 'read units a second'], unitRows(plan)),
    ...table(
      'Hottest keys at the peak',
      ['key', 'write units', limitHead(PARTITION_UNITS.write), 'read units', limitHead(PARTITION_UNITS.read)],
      keyRows(plan),
    ),
    ...section('KMS', [`${formatNumber(peak.decryptionsPerSecond)} decryptions a second at the peak.`]),
    ...table(
      'Limits, the nearest first',
      ['limit', 'calls a second', 'calls an hour', 'above the limit'],
      plan.limits.chosen.slice(0, NEAREST_LIMITS).map((limit) => limitRow(limit, load.peak)),
    ),
    ...section('If the largest partner stops responding', outageLines(plan)),
    ...table(
      'Cost of a month',
      ['resource', '$'],
      [...plan.costOfMonth.map(({ resource, usd }) => [resource, dollars(usd)]), ['all', dollars(plan.usdPerMonth)]],
    ),
    ...section('Warm start (optional)', warmStartLines(plan)),
  ].join('\n');
}

function firstLimitSentence({ limits, peak, load }: Plan): string {
  const [first] = limits.prod;
  if (!first) return 'No limit is reached.';
  const rate = `${formatNumber(first.callsPerSecond)} calls a second at the peak`;
  const reached = peak.callsPerSecond < first.callsPerSecond * 0.999 ? 'does not reach' : 'reaches';
  return `With the settings of prod: ${first.what}, reached at ${rate} (${formatNumber(perHour(first, load.peak))} an hour on average). This load ${reached} the limit.`;
}

function outageLines({ outageOfLargest: outage }: Plan): string[] {
  const { hungInvocations, healthWritesPerSecond, maxCallsPerSecond } = outage;
  const { prod, chosen } = maxCallsPerSecond;
  return [
    `During this outage, the hung lane needs ${formatNumber(hungInvocations)} invocations at the peak.`,
    `With the settings of prod, the hung lane suffices for up to ${formatNumber(prod)} calls a second of all partners. With the chosen settings, it suffices for up to ${formatNumber(chosen)}.`,
    'If the hung lane is too small, only the events in this lane are late.',
    `The health of the largest partner is written ${formatNumber(healthWritesPerSecond)} times a second. One partition accepts ${formatNumber(PARTITION_UNITS.write)} writes a second.`,
  ];
}

const perHour = ({ callsPerSecond }: Limit, peak: number) => (callsPerSecond * SECONDS_PER_HOUR) / peak;

const limitRow = (limit: Limit, peak: number) => [
  limit.what,
  formatNumber(limit.callsPerSecond),
  formatNumber(perHour(limit, peak)),
  limit.above,
];

function settingRows({ settings: { needed, chosen } }: Plan): Rows {
  const row = (name: string, pick: (settings: LoadSettings) => number) => [
    name,
    ...[needed, PROD, chosen].map((settings) => String(pick(settings))),
  ];
  return [
    ...LANES.map((lane) => row(`deliveryConcurrency.${lane}`, (settings) => settings.deliveryConcurrency[lane])),
    row('recordCallConcurrency', (settings) => settings.recordCallConcurrency),
    row('lineForCallConcurrency', (settings) => settings.lineForCallConcurrency),
    row('intakeConcurrency', (settings) => settings.intakeConcurrency),
    row('throttle.requestsPerSecond', ({ throttle }) => throttle.requestsPerSecond),
    row('throttle.burst', ({ throttle }) => throttle.burst),
  ];
}

const quotaRows = ({ quotas }: Plan): Rows =>
  quotas.length === 0
    ? [['none: the defaults of AWS are enough', '', '', '']]
    : quotas.map(({ what, need, has, ask }) => [what, formatNumber(need), formatNumber(has), ask]);

function functionRows({ peak }: Plan): Rows {
  const { concurrency, invocationsPerSecond, lanes } = peak;
  const deliver = LANES.map((lane) => lanes[lane]);
  const row = (name: (typeof FUNCTION_GROUPS)[number] | 'deliver-webhook', running: number, invoked: number) => [
    name,
    formatNumber(running),
    formatNumber(invoked),
    `${name === 'endpoints' ? MEMORY_MB.request : memoryMb(name)} MB`,
  ];
  return [
    ...FUNCTION_GROUPS.map((name) => row(name, concurrency[name], invocationsPerSecond[name])),
    row(
      'deliver-webhook',
      sumOf(deliver.map(({ invocations }) => invocations)),
      sumOf(deliver.map((use) => use.invocationsPerSecond)),
    ),
  ];
}

function queueRows({ load, peak: { lanes, queuedPerSecond, concurrency } }: Plan): Rows {
  const requests = REQUESTS_OF_QUEUED_CALL * queuedPerSecond;
  return [
    ...LANES.map((lane) => {
      const { wakeUpsPerSecond, requestsInFlight, invocations, queueRequestsPerSecond } = lanes[lane];
      const groups = wakeUpsPerSecond === 0 ? 0 : load.partners;
      return [
        lane,
        ...[wakeUpsPerSecond, requestsInFlight, invocations, queueRequestsPerSecond, groups].map(formatNumber),
      ];
    }),
    // The message groups of the queue `intake` are lines. The planner does not know their number.
    [
      'intake',
      ...[queuedPerSecond, concurrency.intake, concurrency.intake].map(formatNumber),
      formatNumber(requests),
      '',
    ],
  ];
}

const unitRows = ({ peak: { units } }: Plan): Rows => [
  ['table', formatNumber(units.table.write), formatNumber(units.table.read)],
  ['index due', formatNumber(units.due.write), formatNumber(units.due.read)],
  ['index byPartner', formatNumber(units.byPartner.write), formatNumber(units.byPartner.read)],
];

const KEY_NAMES: Readonly<Record<HotKey, string>> = {
  LINE: 'the largest line (LINE#)',
  PARTNER: 'the largest partner (PARTNER#)',
  HEALTH: 'the health of the largest partner (HEALTH#)',
  'index DUE': `one of ${DUE_SHARDS} shards in the index due`,
  'index PARTNER': 'the largest partner in the index byPartner',
};
const HOT_KEYS = ['PARTNER', 'HEALTH', 'LINE', 'index DUE', 'index PARTNER'] as const satisfies readonly HotKey[];

const limitHead = (most: number) => `of ${formatNumber(most)}`;

const keyRows = ({ peak: { hottest } }: Plan): Rows =>
  HOT_KEYS.map((key) => {
    const { write, read } = hottest[key];
    return [
      KEY_NAMES[key],
      formatNumber(write),
      percent(write / PARTITION_UNITS.write),
      formatNumber(read),
      percent(read / PARTITION_UNITS.read),
    ];
  });

const warmStartLines = ({ warmStart: { savesMs, functions } }: Plan): string[] => [
  `A cold start takes about ${savesMs} ms. A request can wait for two cold starts, of the authorizer and of the endpoint.`,
  ...functions.map(
    ({ what, instances, usdPerMonth }) =>
      `${what}: ${instances} warm ${instances === 1 ? 'instance covers' : 'instances cover'} the peak, for $${dollars(usdPerMonth)} a month${what === 'endpoints' ? ' if each endpoint gets instances in proportion to its requests' : ''}.`,
  ),
];

const section = (title: string, lines: readonly string[]) => ['', `== ${title}`, ...lines];
const table = (title: string, head: readonly string[], rows: Rows) =>
  section(title, [joinCells(padCells([head, ...rows]))]);

const dollars = (usd: number) => usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (share: number) => `${(share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })} %`;
