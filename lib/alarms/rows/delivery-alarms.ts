import { RESCUED_WITHIN, SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { STREAM_KEPT_HOURS } from '../../../shared/names/table.ts';
import type { FunctionName } from '../../rights.ts';
import { type AlarmRow, allDatapointsBreach, MINUTE, sumOf } from '../alarm-row.ts';
import { functionMetric, ownMetric, type WatchedResources } from '../watched-resources.ts';

/** The percentages that raise an alarm: of failed first attempts, of late wake-ups, and of late events. */
const FAILING_PERCENT = 50;
const LATE_WAKE_UPS_PERCENT = 10;
const LATE_EVENTS_PERCENT = 5;
export const LATE = { ms: 120_000, text: 'two minutes' } as const;

/** Alarms on events that reach partners late or not at all. */
export const deliveryAlarms = (watched: WatchedResources): AlarmRow[] => [
  ...outcomeAlarms(watched),
  ...timelinessAlarms(watched),
  ...relayAlarms(watched),
  {
    id: 'secret-unavailable',
    severity: 'ticket',
    impact: 'An event could not be signed and comes late, or a PUT /v1/webhooks returned 500.',
    threshold: 1,
    ...secretAlarmFields(watched),
  },
  {
    id: 'many-secrets-unavailable',
    incident: 'events',
    impact: 'Events cannot be signed and are not sent, and PUT /v1/webhooks returns 500.',
    threshold: 5,
    ...secretAlarmFields(watched),
  },
];

const secretAlarmFields = ({ stage }: WatchedResources) => ({
  heading: 'Signing secrets cannot be decrypted',
  ...sumOf({ unavailable: ownMetric(stage, 'secretUnavailable') }),
  // The sweep tries each delivery again. The period is as long as the sweep's, so repeated faults of a delivery raise
  // only one alarm.
  periodSeconds: SWEEP_PERIOD_MS / 1_000,
  datapoints: { breaching: 1, of: 2 },
});

const outcomeAlarms = ({ stage }: WatchedResources): AlarmRow[] => [
  {
    id: 'webhook-exhausted',
    severity: 'ticket',
    impact: 'A partner misses an event, because all attempts failed.',
    heading: 'Deliveries are given up',
    ...sumOf({ exhausted: ownMetric(stage, 'dead') }),
    periodSeconds: 5 * MINUTE,
    threshold: 1,
  },
  {
    id: 'first-attempts-failing',
    // This alarm is only a ticket, because the outage of one large partner can raise it. If many partners fail, the
    // alarm many-partners-failing pages.
    severity: 'ticket',
    impact: `At least ${FAILING_PERCENT} % of the events reach partners late or not at all, because their first attempts fail.`,
    heading: 'First attempts fail for many partners',
    metrics: { attempts: ownMetric(stage, 'firstAttempts'), failed: ownMetric(stage, 'firstAttemptsFailed') },
    expression: 'IF(attempts >= 20, 100 * FILL(failed, 0) / attempts, 0)',
    periodSeconds: 15 * MINUTE,
    threshold: FAILING_PERCENT,
    datapoints: allDatapointsBreach(2),
  },
  {
    id: 'webhook-blocked-address',
    severity: 'ticket',
    impact: 'A partner gets no events, because the host name of its webhook resolves to an address that is not public.',
    heading: 'A receiver has an address that is not public',
    ...sumOf({ blocked: ownMetric(stage, 'blockedAddress') }),
    periodSeconds: 5 * MINUTE,
    threshold: 1,
  },
];

const timelinessAlarms = (watched: WatchedResources): AlarmRow[] => [
  {
    id: 'wake-up-lateness',
    incident: 'events',
    impact: `At least ${LATE_WAKE_UPS_PERCENT} % of the events and retries in the main lane are sent ${LATE.text} late or later.`,
    heading: 'Attempts are late',
    metrics: { lateness: ownMetric(watched.stage, 'wakeUpLateness', `p${100 - LATE_WAKE_UPS_PERCENT}`) },
    periodSeconds: 5 * MINUTE,
    threshold: LATE.ms,
    datapoints: allDatapointsBreach(3),
  },
  {
    id: 'delivery-latency',
    severity: 'ticket',
    impact: `At least ${LATE_EVENTS_PERCENT} % of the events reach their partners ${LATE.text} after the call was stored, or later.`,
    heading: 'Attempts are late',
    metrics: { latency: ownMetric(watched.stage, 'deliveryLatency', `p${100 - LATE_EVENTS_PERCENT}`) },
    periodSeconds: 5 * MINUTE,
    threshold: LATE.ms,
    datapoints: allDatapointsBreach(3),
  },
  {
    id: 'sweep-rescued',
    severity: 'ticket',
    impact: `Events come up to ${RESCUED_WITHIN} late, because only the sweep wakes their deliveries.`,
    heading: 'The sweep rescues deliveries',
    ...sumOf({ rescued: ownMetric(watched.stage, 'sweepRescued') }),
    periodSeconds: 15 * MINUTE,
    threshold: 10,
  },
  {
    id: 'wake-ups-dropped',
    severity: 'ticket',
    impact: `Events of some calls come up to ${RESCUED_WITHIN} late each time their wake-ups are dropped.`,
    heading: 'Wake-ups are dropped',
    ...sumOf({ dropped: ownMetric(watched.stage, 'wakeUpsDropped') }),
    periodSeconds: 15 * MINUTE,
    threshold: 1,
  },
  {
    id: 'sweep-silent',
    severity: 'ticket',
    impact: 'Nothing yet, but an event is not sent if its wake-up is lost.',
    heading: 'The sweep does not run',
    metrics: {
      deliveries: functionMetric(functionNameOf(watched, 'deliver-webhook'), 'Invocations', 'Sum'),
      sweeps: functionMetric(functionNameOf(watched, 'sweep'), 'Invocations', 'Sum'),
    },
    // The alarm requires deliveries, because a stage that was just deployed has had no sweep yet.
    expression: 'IF(deliveries > 0 AND FILL(sweeps, 0) == 0, 1, 0)',
    periodSeconds: 15 * MINUTE,
    threshold: 1,
    datapoints: allDatapointsBreach(2),
  },
];

const relayAlarms = (watched: WatchedResources): AlarmRow[] => [
  {
    id: 'relay-lag',
    severity: 'ticket',
    impact: 'Events come at least a minute late.',
    threshold: 60_000,
    datapoints: allDatapointsBreach(5),
    ...relayAlarmFields(watched),
  },
  {
    id: 'relay-far-behind',
    incident: 'events',
    impact: `Events come minutes late, because only the sweep wakes their deliveries; stream records expire after ${STREAM_KEPT_HOURS} hours.`,
    threshold: 900_000,
    ...relayAlarmFields(watched),
  },
];

const relayAlarmFields = (watched: WatchedResources) => ({
  heading: 'The relay is behind',
  metrics: { age: functionMetric(functionNameOf(watched, 'relay'), 'IteratorAge', 'Maximum') },
  periodSeconds: MINUTE,
});

function functionNameOf({ functions }: WatchedResources, action: FunctionName): string {
  const found = functions.find((candidate) => candidate.action === action);
  if (!found) throw new Error(`The stack has no function ${action}`);
  return found.name;
}
