/** What pages on-call. An alarm that pages is a part of one of these. */
export const INCIDENTS = {
  api: {
    impact: 'Partners cannot use the API, or many of their requests fail.',
  },
  calls: {
    impact: 'Partners miss finished calls, or get them late.',
    /** If the API fails too, both have the same cause, and one page is enough. */
    isPartOf: 'api',
  },
  events: {
    impact: 'Partners do not get their events, or get them late.',
    isPartOf: 'api',
  },
  receivers: {
    impact: 'At least 20 % of the partners miss events, because their receivers fail.',
  },
} as const satisfies Record<string, Incident>;

interface Incident {
  readonly impact: string;
  /** While the alarm of that incident is raised, this one notifies nobody. */
  readonly isPartOf?: 'api';
}
export type IncidentName = keyof typeof INCIDENTS;

/** The heading in docs/runbook.md that all incidents share. Each part has a heading of its own. */
export const INCIDENT_HEADING = 'An incident has begun';

/**
 * How long an incident waits for the one that it may be a part of: the probe and the count of failed requests need two
 * minutes, and a part of another incident can be raised after one.
 */
export const WAIT_SECONDS = 120;

/**
 * How long an incident stays silent after the one that it is a part of. What waited during an outage is sent after it,
 * so alarms on late events end up to 15 minutes later.
 */
export const EXTENSION_SECONDS = 900;
