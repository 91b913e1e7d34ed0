import { markdownTable } from '../command-line/tables.ts';
import {
  DEFAULT_LOAD,
  type Load,
  peakCallsPerSecond,
  REQUESTS_PERCENT,
  SECONDS_PER_HOUR,
  zipfLargestPartnerShare,
} from './load.ts';
import { formatNumber } from './numbers.ts';
import { planFor } from './plan.ts';
import { type LoadSettings, PROD, type Quota } from './settings.ts';

const PROD_BY_NAME: Readonly<Record<string, number>> = {
  ...PROD.deliveryConcurrency,
  recordCallConcurrency: PROD.recordCallConcurrency,
  lineForCallConcurrency: PROD.lineForCallConcurrency,
};
const RATES = [5, 50, 500, 2_000];
const LARGEST = [zipfLargestPartnerShare(200), 0.5];
const NEAREST_LIMITS = 12;
/** The calls per day and the number of partners of each row in the generated table `days`. */
const DAYS = [
  { calls: 10_000, partners: 20 },
  { calls: 1_000_000, partners: 200 },
  { calls: 20_000_000, partners: 2_000 },
];

/** Returns generated tables and numbers of docs/scale.md, by name. */
export function scaleParts(): Record<string, string> {
  const usual = planFor(tableLoad(500));
  const half = planFor(tableLoad(500, 0.5));
  const failing = planFor({ ...tableLoad(500), failingShare: 0.1 });
  const large = planFor({ ...tableLoad(500), summaryBytes: 60 * 1_024 });
  return {
    days: callsPerDayTable(),
    settings: settingsTable(),
    limits: limitsTable(),
    'record-call-limit': callsPerSecondAtLimit(usual, 'record-call'),
    'failing-limit': callsPerSecondAtLimit(failing, 'hung lane'),
    'large-summaries-limit': callsPerSecondAtLimit(large, 'write units of a new'),
    'half-outage': formatNumber(half.outageOfLargest.maxCallsPerSecond.prod),
    'half-hung': String(half.settings.chosen.deliveryConcurrency.hung),
    'half-concurrency': formatNumber(half.quotas[0]?.need ?? 0),
    'half-index-limit': callsPerSecondAtLimit(half, 'in the index byPartner'),
  };
}

/** Returns at how many calls per second prod reaches the limit whose text contains these words. */
function callsPerSecondAtLimit({ limits: { prod } }: ReturnType<typeof planFor>, words: string): string {
  const limit = prod.find(({ what }) => what.includes(words));
  if (!limit) throw new Error(`The planner has no limit "${words}"`);
  return formatNumber(Math.round(limit.callsPerSecond));
}

/** Returns a load with the defaults of the command, and with 200 partners unless a table sets their number. */
const tableLoad = (peakPerSecond: number, largestPartnerShare = zipfLargestPartnerShare(200), partners = 200): Load => {
  const callsPerHour = (peakPerSecond * SECONDS_PER_HOUR) / DEFAULT_LOAD.peak;
  const apiRequestsPerHour = (callsPerHour * REQUESTS_PERCENT) / 100;
  return { ...DEFAULT_LOAD, callsPerHour, partners, largestPartnerShare, apiRequestsPerHour };
};

const percent = (share: number) => `${Math.round(share * 100)} %`;

function callsPerDayTable(): string {
  const head = [
    'calls a day',
    'partners',
    'calls at the peak',
    'settings to raise',
    'quotas and warm throughput',
    'cost a month',
  ];
  const rows = DAYS.map(({ calls, partners }) => {
    const plan = planFor(tableLoad((calls / 86_400) * DEFAULT_LOAD.peak, zipfLargestPartnerShare(partners), partners));
    return [
      formatNumber(calls),
      formatNumber(partners),
      `${formatNumber(peakCallsPerSecond(plan.load))} a second`,
      raisedSettings(plan.settings.chosen).join(', ') || 'none',
      requestsFor(plan.quotas),
      `$${formatNumber(plan.usdPerMonth)}`,
    ];
  });
  return markdownTable(head, rows);
}

/** Returns those concurrency settings of lanes, record-call and line-for-call that must be higher than in prod. */
const raisedSettings = ({ deliveryConcurrency, recordCallConcurrency, lineForCallConcurrency }: LoadSettings) =>
  Object.entries({ ...deliveryConcurrency, recordCallConcurrency, lineForCallConcurrency })
    .filter(([name, value]) => value > (PROD_BY_NAME[name] ?? 0))
    .map(([name, value]) => `${name} ${value}`);

/** Returns, as a table cell, which quotas and warm throughput to ask for. */
const requestsFor = (quotas: readonly Quota[]) =>
  [...Map.groupBy(quotas, ({ what }) => what)]
    .map(([what, asked]) => `${what}: ${asked.map(({ ask }) => ask).join(', ')}`)
    .join('; ') || 'nothing';

function settingsTable(): string {
  const ofFunctions = ['recordCallConcurrency', 'lineForCallConcurrency'];
  const head = [
    'calls a second',
    'largest partner',
    'main',
    'slow',
    'hung',
    ...ofFunctions,
    'quotas and warm throughput',
  ];
  const rows = RATES.flatMap((rate) =>
    LARGEST.map((share) => {
      const { settings, quotas } = planFor(tableLoad(rate, share));
      const { deliveryConcurrency, recordCallConcurrency, lineForCallConcurrency } = settings.chosen;
      const { main, slow, hung } = deliveryConcurrency;
      return [
        ...[formatNumber(rate), percent(share)],
        ...[main, slow, hung, recordCallConcurrency, lineForCallConcurrency].map(formatNumber),
        requestsFor(quotas),
      ];
    }),
  );
  return markdownTable(head, rows);
}

function limitsTable(): string {
  const [usual = [], half = []] = LARGEST.map((share) => planFor(tableLoad(500, share)).limits.prod);
  const rows = usual.slice(0, NEAREST_LIMITS).map(({ what, callsPerSecond, above }) => {
    const sameOfHalf = half.find((limit) => limit.what === what);
    return [what, formatNumber(callsPerSecond), sameOfHalf ? formatNumber(sameOfHalf.callsPerSecond) : '', above];
  });
  const head = [
    'limit',
    'calls a second at the limit',
    'calls a second if one partner has 50 % of the calls',
    'what happens above the limit',
  ];
  return markdownTable(head, rows);
}
