import type { METRICS } from './metrics.ts';

/** The first attempt of an event is in time if it is sent within this time after the call was stored: in ms, in words. */
export const IN_TIME_WITHIN_MS = 60_000;
export const IN_TIME_WITHIN = 'a minute';

/** A metric that an objective counts: one of API Gateway, or one of our own. */
export type Count = { readonly api: 'Count' | '5XXError' } | { readonly own: keyof typeof METRICS };

/** An objective: what share of all requests or events must be good. */
export interface Objective {
  readonly name: 'availability' | 'freshness' | 'delivery';
  /** In one sentence: when a request or event counts as good. */
  readonly promise: string;
  readonly targetPercent: number;
  readonly all: readonly Count[];
  readonly bad: readonly Count[];
  /** The metrics of the requests in `bad` that the objective allows. */
  readonly allowed: readonly Count[];
  /** The effect of bad requests or events on partners. */
  readonly harm: string;
  /** The heading of the objective's alarms in docs/runbook.md. */
  readonly heading: string;
}

/**
 * The service's objectives. The alarms on burn rates, their graphs and `operator slo` are made from this table.
 * Each has a budget for the days in `shared/domain/burn-rates.ts`. `docs/reliability.md` says which requests and events
 * do not count, and why.
 */
export const OBJECTIVES: readonly Objective[] = [
  {
    name: 'availability',
    promise: 'A request gets a response without a fault of ours.',
    targetPercent: 99.9,
    all: [{ api: 'Count' }],
    bad: [{ api: '5XXError' }],
    allowed: [{ own: 'expected5xx' }],
    harm: 'Requests fail through our fault',
    heading: 'Faults use up the budget for availability',
  },
  {
    name: 'freshness',
    promise: `The first attempt of an event is sent within ${IN_TIME_WITHIN} after the call is stored.`,
    targetPercent: 99.5,
    all: [{ own: 'timedFirstAttempts' }],
    bad: [{ own: 'lateFirstAttempts' }],
    allowed: [],
    harm: `Events come later than ${IN_TIME_WITHIN} after their calls`,
    heading: 'Late events use up their budget',
  },
  {
    name: 'delivery',
    promise: 'The event is not lost through a fault of ours.',
    targetPercent: 99.99,
    all: [{ own: 'delivered' }, { own: 'refused' }, { own: 'dead' }, { own: 'skipped' }],
    bad: [{ own: 'settledByFault' }],
    allowed: [],
    harm: 'Events are lost through our fault',
    heading: 'Lost events use up their budget',
  },
];
