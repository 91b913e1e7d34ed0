import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acceptFinding } from '../accepted-findings.ts';
import type { StoredDataProps } from '../data/encryption-key.ts';
import { VISIBILITY_SECONDS } from '../functions/timeouts.ts';

/** For how many days a failed message is kept for people, counted from its first send. SQS does not allow more. */
export const FAILURES_KEPT_DAYS = 14;

/**
 * How many times a wake-up is received before it moves to the dead letters, and how long that takes. Failed attempts do
 * not add up to this number, because each attempt has its own wake-up.
 */
export const MAX_RECEIVE_COUNT = 20;
export const DEAD_LETTER_AFTER = 'two hours';

/** A queue of wake-ups per lane, and two queues for messages that failed through our own faults. */
export class DeliveryQueues extends Construct {
  readonly main: Queue;
  /** The queue of the slow lane, for partners whose receivers respond late. */
  readonly slow: Queue;
  /** The queue of the hung lane, mainly for partners whose receivers do not respond. */
  readonly hung: Queue;
  /** Wake-ups that no invocation could handle. A delivery that fails at the receiver never comes here. */
  readonly deadLetters: Queue;
  /** References to stream records that the relay could not handle. No function reads this queue. */
  readonly relayFailures: Queue;

  get all(): readonly Queue[] {
    return [this.main, this.slow, this.hung, this.deadLetters, this.relayFailures];
  }

  constructor(scope: Construct, id: string, { removalPolicy, encryptionKey }: StoredDataProps) {
    super(scope, id);
    const encrypted: QueueProps = encryptionKey
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: encryptionKey }
      : { encryption: QueueEncryption.SQS_MANAGED };
    const common: QueueProps = { ...encrypted, enforceSSL: true, removalPolicy };
    const forPeople: QueueProps = { ...common, retentionPeriod: Duration.days(FAILURES_KEPT_DAYS) };
    this.deadLetters = new Queue(this, 'DeadLetters', forPeople);
    this.relayFailures = new Queue(this, 'RelayFailures', forPeople);
    acceptFinding(this.relayFailures, 'SQS3', 'No function reads this queue, so none can fail on its messages');

    const lane: QueueProps = {
      ...common,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    };
    this.main = new Queue(this, 'Main', lane);
    this.slow = new Queue(this, 'Slow', lane);
    this.hung = new Queue(this, 'Hung', lane);
  }
}
