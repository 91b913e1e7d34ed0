import { type AlarmRow, always, DAY, HOUR, MINUTE } from '../row.ts';
import { ofApi, ours, type Subjects } from '../subjects.ts';

/** Alarms on what partners notice when they call the API. */
export function apiAlarms({ api, stage }: Subjects): AlarmRow[] {
  const requests = ofApi(api, 'Count', 'Sum');
  // The contract allows for responses with 502 and 503. These responses are not faults.
  const faults = { all5xx: ofApi(api, '5XXError', 'Sum'), expected5xx: ours(stage, 'expected5xx') };
  const unexpected = 'all5xx - FILL(expected5xx, 0)';
  return [
    {
      id: 'api-5xx',
      severity: 'page',
      impact: 'Valid requests fail with 500 or 504.',
      heading: 'The API returns 500 or 504',
      metrics: faults,
      expression: unexpected,
      periodSeconds: MINUTE,
      // The threshold is a count, not a share: an address may send only 30 requests to a path in 5 minutes, so a single
      // request would change a share too much.
      threshold: 3,
      datapoints: { breaching: 2, of: 3 },
    },
    {
      id: 'api-5xx-share',
      severity: 'page',
      impact: 'One request in twenty fails through our fault.',
      heading: 'The API returns 500 or 504',
      metrics: { ...faults, requests },
      expression: `IF(requests >= 50, 100 * (${unexpected}) / requests, 0)`,
      periodSeconds: 5 * MINUTE,
      threshold: 5,
      datapoints: always(2),
    },
    {
      id: 'api-latency',
      severity: 'ticket',
      impact: 'One request in ten takes 2.5 seconds or longer.',
      heading: 'The API is slow',
      metrics: { requests, latency: ofApi(api, 'Latency', 'p90') },
      expression: 'IF(requests >= 10, latency, 0)',
      periodSeconds: MINUTE,
      threshold: 2_500,
      datapoints: always(5),
    },
    {
      id: 'auth-failed',
      severity: 'ticket',
      impact: 'A partner still uses a key that was rotated or revoked, or somebody is guessing keys.',
      heading: 'Many requests without a valid key',
      metrics: { refused: ours(stage, 'authFailed') },
      expression: 'FILL(refused, 0)',
      periodSeconds: 5 * MINUTE,
      threshold: 200,
      datapoints: always(2),
    },
    {
      id: 'rate-limited',
      severity: 'ticket',
      impact: 'A partner sends more requests than the rate limit allows and gets 429.',
      heading: 'Many requests over the rate limit',
      metrics: { limited: ours(stage, 'rateLimited') },
      expression: 'FILL(limited, 0)',
      periodSeconds: 5 * MINUTE,
      threshold: 300,
      datapoints: always(3),
    },
    {
      id: 'release-unfinished',
      severity: 'ticket',
      impact: 'Partners that terminate a line get a 5xx, and 409 when they retry.',
      heading: 'Terminations stay unfinished',
      // If the metric is missing for an hour, FILL replaces it with 0, which ends the alarm.
      metrics: { unfinished: ours(stage, 'releaseUnfinished') },
      expression: 'FILL(unfinished, 0)',
      periodSeconds: HOUR,
      threshold: 3,
      datapoints: always(1),
    },
    {
      id: 'carrier-release-failed',
      severity: 'ticket',
      impact: 'A partner cannot terminate a line, because a number is still attached to it.',
      heading: 'A number blocks a termination',
      metrics: { failed: ours(stage, 'carrierReleaseFailed') },
      expression: 'FILL(failed, 0)',
      periodSeconds: DAY,
      threshold: 1,
      datapoints: always(1),
    },
  ];
}
