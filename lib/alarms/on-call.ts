import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Severity } from '../../shared/names/alarm-description.ts';
import type { StageSettings } from '../stages.ts';

/** A topic for pages and a topic for tickets. Their policies let only CloudWatch publish. */
export class OnCall extends Construct {
  readonly topics: Readonly<Record<Severity, Topic>>;

  constructor(scope: Construct, id: string, targets: NonNullable<StageSettings['onCall']>) {
    super(scope, id);
    const masterKey = this.#key();
    const topic = (severity: Severity) => {
      const made = new Topic(this, severity, { masterKey, enforceSSL: true });
      made.addToResourcePolicy(this.#alarmsMay(['sns:Publish'], made.topicArn));
      for (const target of targets[severity]) {
        const isUrl = target.startsWith('https:');
        made.addSubscription(isUrl ? new UrlSubscription(target) : new EmailSubscription(target));
      }
      return made;
    };
    this.topics = { page: topic('page'), ticket: topic('ticket') };
  }

  /** Creates a key of our own, because alarms cannot use SNS's default key. */
  #key(): Key {
    const key = new Key(this, 'Key', {
      description: 'Notifications of alarms',
      enableKeyRotation: true,
      // The key is deleted with the stack, because it encrypts a notification only for the seconds until its delivery.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(this.#alarmsMay(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
    return key;
  }

  /**
   * Returns the statement that lets the alarms of this account use a topic or key. A topic needs the statement, because
   * our policy replaces SNS's default policy, under which alarms may publish.
   */
  #alarmsMay(actions: string[], resource: string): PolicyStatement {
    return new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions,
      resources: [resource],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
  }
}
