import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction, type StageContext } from '../functions/service-function.ts';

export const PROBE_SCHEDULE = Schedule.rate(Duration.minutes(1));

/** Sends a request to the public address of the API, for the alarm api-unreachable. */
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
