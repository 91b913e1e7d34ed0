import { Duration, type RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAX_QUEUED_CALL_BYTES } from '../../shared/domain/calls/finished-call.ts';
import { INTAKE_MAX_RECEIVE_COUNT, INTAKE_VISIBILITY_SECONDS } from '../../shared/domain/calls/intake-retries.ts';
import { FAILURES_KEPT_DAYS } from '../delivery/queues.ts';
import type { StageSettings } from '../stages.ts';
import { allowSending } from './access.ts';

interface IntakeQueuesProps extends Pick<StageSettings, 'voicePlatform'> {
  readonly removalPolicy: RemovalPolicy;
}

/**
 * The queue through which the voice platform can hand over finished calls while this service is down, and the queue of
 * calls that were not recorded. SQS counts the retention of a message from its first send, even after moving it, so
 * both queues have the longest retention.
 */
export class IntakeQueues extends Construct {
  readonly calls: Queue;
  /** The queue of calls that were refused, each with its reason, and of calls that failed too often. */
  readonly deadLetters: Queue;

  get all(): readonly Queue[] {
    return [this.calls, this.deadLetters];
  }

  constructor(scope: Construct, id: string, { removalPolicy, voicePlatform }: IntakeQueuesProps) {
    super(scope, id);
    const common: QueueProps = {
      // SQS's own key encrypts the queue, because with a key of ours, a voice platform in another account would need
      // rights besides `sqs:SendMessage`.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy,
      retentionPeriod: Duration.days(FAILURES_KEPT_DAYS),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', common);
    this.calls = new Queue(this, 'Calls', {
      ...common,
      visibilityTimeout: Duration.seconds(INTAKE_VISIBILITY_SECONDS),
      maxMessageSizeBytes: MAX_QUEUED_CALL_BYTES,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: INTAKE_MAX_RECEIVE_COUNT },
    });
    allowSending(this.calls, voicePlatform);
  }
}
