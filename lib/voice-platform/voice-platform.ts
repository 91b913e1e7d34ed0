import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { MESSAGES_PER_REQUEST } from '../../shared/domain/batch-sizes.ts';
import { callsDaysText } from '../../shared/domain/calls/expiry.ts';
import { ServiceFunction, type StageContext } from '../functions/service-function.ts';
import { receiveStatement } from '../policy.ts';

/** What the voice platform uses, except `record-call`, which belongs to the delivery pipeline. */
export class VoicePlatform extends Construct {
  readonly lineForCall: ServiceFunction;
  readonly intake: ServiceFunction;
  readonly intakeMapping: EventSourceMapping;

  constructor(scope: Construct, id: string, context: StageContext) {
    super(scope, id);
    const { settings, data } = context;
    this.lineForCall = new ServiceFunction(this, 'line-for-call', context);
    this.intake = new ServiceFunction(this, 'intake', context, {
      environment: { CALLS_DAYS: callsDaysText(settings.callsDays) },
      alsoMay: [receiveStatement(data.intake.calls)],
    });
    this.intakeMapping = new EventSourceMapping(this, 'IntakeMapping', {
      target: this.intake.live,
      eventSourceArn: data.intake.calls.queueArn,
      batchSize: MESSAGES_PER_REQUEST,
      reportBatchItemFailures: true,
      maxConcurrency: settings.intakeConcurrency,
    });
  }
}
