/** The percentage of partners with failing receivers at which an alarm pages. */
export const MANY_PARTNERS_PERCENT = 20;

/** The incidents that page the person on call. Each combines the alarms that show the same harm. */
export const INCIDENTS = {
  api: {
    impact: 'Partners cannot use the API, or many of their requests fail.',
  },
  calls: {
    impact: 'Partners miss finished calls, or get them late.',
    isPartOf: 'api',
  },
  events: {
    impact: 'Partners do not get their events, or get them late.',
    isPartOf: 'api',
  },
  receivers: {
    impact: `At least ${MANY_PARTNERS_PERCENT} % of the partners miss events, because their receivers fail.`,
  },
} as const satisfies Record<string, Incident>;

interface Incident {
  readonly impact: string;
  /** Another incident with probably the same cause. While that incident lasts, this incident notifies nobody. */
  readonly isPartOf?: 'api';
}
export type IncidentName = keyof typeof INCIDENTS;

/** The heading in docs/runbook.md that all incidents share. Their parts have other headings. */
export const INCIDENT_HEADING = 'An incident has begun';

/**
 * How long the alarm of an incident waits for its suppressor, the incident of the API. The alarms on the API take about
 * this long to be raised, but a part of another incident can be raised earlier.
 */
export const WAIT_SECONDS = 120;

/**
 * How long the alarm of an incident stays silent after its suppressor has ended. Events that waited during an outage
 * are sent after the outage, so an alarm on late events can end this much later than the outage.
 */
export const EXTENSION_SECONDS = 900;
