import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction, type StageContext } from '../functions/service-function.ts';
import type { AlarmRow } from './alarm-row.ts';
import { ownMetric, type WatchedResources } from './watched-resources.ts';

/** How often the probe runs. Its alarm counts each period without a run as a failure. */
export const PROBE_PERIOD = Duration.minutes(1);
export const PROBE_SCHEDULE = Schedule.rate(PROBE_PERIOD);

export const probeAlarm = ({ stage }: WatchedResources): AlarmRow => ({
  id: 'api-unreachable',
  incident: 'api',
  impact: 'The API gives no good response to a request from outside, or the probe does not run.',
  heading: 'The API cannot be reached',
  metrics: { failed: ownMetric(stage, 'probesFailed', 'Maximum') },
  periodSeconds: PROBE_PERIOD.toSeconds(),
  threshold: 1,
  datapoints: { breaching: 2, of: 3 },
  missing: 'breaching',
});

/** Sends a request to the public address of the API. */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, context: StageContext, url: string) {
    super(scope, id);
    const probe = new ServiceFunction(this, 'probe', context);
    const event = RuleTargetInput.fromObject({ url });
    new Rule(this, 'Schedule', {
      description: 'Sends requests to the API, as a partner does',
      schedule: PROBE_SCHEDULE,
      targets: [new FunctionTarget(probe.live, { event, retryAttempts: 0 })],
    });
  }
}
