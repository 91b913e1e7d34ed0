import { EXPECTED_5XX } from '../../../shared/names/metrics.ts';
import { type AlarmRow, allDatapointsBreach, DAY, HOUR, MINUTE, sumOf } from '../alarm-row.ts';
import { probeAlarm } from '../probe.ts';
import { accessLogMetric, apiMetric, ownMetric, type WatchedResources } from '../watched-resources.ts';

/**
 * Which percentage of the requests raises an alarm: of requests that fail through our fault, that get a status in
 * `EXPECTED_5XX`, and that take `SLOW_SECONDS` or longer.
 */
const FAULTY_PERCENT = 5;
const EXPECTED_PERCENT = 5;
const SLOW_PERCENT = 10;
const SLOW_SECONDS = 2.5;

/** Alarms on what partners notice when they use the API. */
export const apiAlarms = (watched: WatchedResources): AlarmRow[] => [
  ...(hasProbe(watched) ? [probeAlarm(watched)] : []),
  ...failureAlarms(watched),
  ...rejectionAlarms(watched),
  ...terminationAlarms(watched),
];

const hasProbe = ({ functions }: WatchedResources) => functions.some(({ action }) => action === 'probe');

/** True if no request succeeds. `requests` includes the requests that failed. */
const NONE_SUCCEEDS = 'requests - FILL(all4xx, 0) - FILL(all5xx, 0) == 0';

const responsesOf = (api: WatchedResources['api']) => ({
  requests: apiMetric(api, 'Count', 'Sum'),
  all4xx: apiMetric(api, '4XXError', 'Sum'),
  all5xx: apiMetric(api, '5XXError', 'Sum'),
});

function failureAlarms({ api, stage }: WatchedResources): AlarmRow[] {
  const { requests, ...responses } = responsesOf(api);
  const expected5xx = ownMetric(stage, 'expected5xx');
  const faults = { all5xx: responses.all5xx, expected5xx };
  const unexpected = 'all5xx - FILL(expected5xx, 0)';
  return [
    {
      id: 'api-5xx',
      incident: 'api',
      impact: 'Valid requests fail with 500 or 504.',
      heading: 'The API returns 500 or 504',
      metrics: faults,
      expression: unexpected,
      periodSeconds: MINUTE,
      // The threshold is a count and not a share: the rate limit leaves so few requests that a single fault would
      // change a share too much.
      threshold: 3,
      datapoints: { breaching: 2, of: 3 },
    },
    {
      id: 'api-5xx-share',
      incident: 'api',
      impact: `At least ${FAULTY_PERCENT} % of the requests fail through our fault.`,
      heading: 'The API returns 500 or 504',
      metrics: { ...faults, requests },
      expression: `IF(requests >= 50, 100 * (${unexpected}) / requests, 0)`,
      periodSeconds: 5 * MINUTE,
      threshold: FAULTY_PERCENT,
      datapoints: allDatapointsBreach(2),
    },
    {
      id: 'api-all-failing',
      incident: 'api',
      impact: 'No request succeeds, and some fail through our fault.',
      heading: 'The API returns 500 or 504',
      metrics: { requests, ...responses, expected5xx },
      // This alarm is for hours with so few requests that api-5xx and api-5xx-share are not raised.
      expression: `IF(${unexpected} >= 5 AND ${NONE_SUCCEEDS}, 1, 0)`,
      periodSeconds: 15 * MINUTE,
      threshold: 1,
    },
    {
      id: 'api-expected-5xx',
      severity: 'ticket',
      impact: `At least ${EXPECTED_PERCENT} % of the requests get a ${EXPECTED_5XX.join(' or ')} that the contract describes.`,
      heading: 'Many 502 and 503',
      metrics: { requests, expected5xx },
      expression: 'IF(FILL(expected5xx, 0) >= 10, 100 * expected5xx / requests, 0)',
      periodSeconds: 15 * MINUTE,
      threshold: EXPECTED_PERCENT,
    },
    {
      id: 'api-latency',
      severity: 'ticket',
      impact: `At least ${SLOW_PERCENT} % of the requests take ${SLOW_SECONDS} seconds or longer.`,
      heading: 'The API is slow',
      metrics: { requests, latency: apiMetric(api, 'Latency', `p${100 - SLOW_PERCENT}`) },
      expression: 'IF(requests >= 10, latency, 0)',
      periodSeconds: MINUTE,
      threshold: SLOW_SECONDS * 1_000,
      datapoints: allDatapointsBreach(5),
    },
  ];
}

/** Alarms on requests without a valid key, and on too many requests. */
function rejectionAlarms(watched: WatchedResources): AlarmRow[] {
  const { api, stage } = watched;
  // The probe sends an invalid key on purpose, so its requests are subtracted.
  const probes = hasProbe(watched) ? { probes: ownMetric(stage, 'probesFailed', 'SampleCount') } : {};
  const invalid = 'probes' in probes ? 'FILL(invalid, 0) - FILL(probes, 0)' : 'FILL(invalid, 0)';
  return [
    {
      id: 'keys-rejected',
      incident: 'api',
      impact: 'Every API key is rejected with 401.',
      heading: 'No API key is accepted',
      metrics: { invalid: ownMetric(stage, 'invalidKey'), ...probes, ...responsesOf(api) },
      expression: `IF(${invalid} >= 50 AND ${NONE_SUCCEEDS}, 1, 0)`,
      periodSeconds: 5 * MINUTE,
      threshold: 1,
    },
    {
      id: 'api-throttled',
      incident: 'api',
      impact: 'Partners get 429, because all requests together exceed the limit of API Gateway.',
      heading: 'API Gateway or WAF turns requests away',
      ...sumOf({ throttled: accessLogMetric(stage, 'throttled') }),
      periodSeconds: MINUTE,
      threshold: 20,
      datapoints: { breaching: 2, of: 3 },
    },
    {
      id: 'api-blocked',
      severity: 'ticket',
      impact: 'Requests of one address get 429 or 403 from WAF.',
      heading: 'API Gateway or WAF turns requests away',
      ...sumOf({ blocked: accessLogMetric(stage, 'blocked') }),
      periodSeconds: 5 * MINUTE,
      threshold: 100,
    },
    {
      id: 'auth-failed',
      severity: 'ticket',
      impact: 'A partner still uses a key that was rotated or revoked, or somebody without a valid key sends requests.',
      heading: 'Many requests without a valid key',
      ...sumOf({ refused: ownMetric(stage, 'authFailed') }),
      periodSeconds: 5 * MINUTE,
      threshold: 200,
      datapoints: allDatapointsBreach(2),
    },
    {
      id: 'rate-limited',
      severity: 'ticket',
      impact: 'An address sends more requests than the rate limit allows and gets 429.',
      heading: 'Many requests over the rate limit',
      ...sumOf({ limited: ownMetric(stage, 'rateLimited') }),
      periodSeconds: 5 * MINUTE,
      threshold: 300,
      datapoints: allDatapointsBreach(3),
    },
  ];
}

function terminationAlarms({ stage }: WatchedResources): AlarmRow[] {
  return [
    {
      id: 'release-unfinished',
      severity: 'ticket',
      impact: 'Partners that terminate a line get a 5xx, and 409 when they retry.',
      heading: 'Terminations stay unfinished',
      // If the metric is missing for an hour, FILL replaces it with 0, which ends the alarm.
      ...sumOf({ unfinished: ownMetric(stage, 'releaseUnfinished') }),
      periodSeconds: HOUR,
      threshold: 3,
    },
    {
      id: 'carrier-release-failed',
      severity: 'ticket',
      impact: 'A partner cannot terminate a line, because a number is still attached to it.',
      heading: 'A number blocks a termination',
      ...sumOf({ failed: ownMetric(stage, 'carrierReleaseFailed') }),
      periodSeconds: DAY,
      threshold: 1,
    },
  ];
}
