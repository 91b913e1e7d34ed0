import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Severity } from '../../shared/names/alarm-description.ts';

/** Who is notified, by severity: email addresses, or https URLs such as a pager's. */
export type Targets = Readonly<Record<Severity, readonly string[]>>;

/** A topic for pages and one for tickets. Only CloudWatch may publish to them. */
export class OnCall extends Construct {
  readonly topics: Readonly<Record<Severity, Topic>>;

  constructor(scope: Construct, id: string, targets: Targets) {
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

  /** Our own key, because alarms cannot use the default key of SNS. */
  #key(): Key {
    const key = new Key(this, 'Key', {
      description: 'Notices of alarms',
      enableKeyRotation: true,
      // The key may be deleted with the stack, because a notification needs it only for the seconds until its delivery.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(this.#alarmsMay(['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
    return key;
  }

  /**
   * Returns the statement that lets the alarms of this account use a topic or key. SNS's default policy lets alarms
   * publish, but our own policy of a topic replaces the default. So a topic needs this statement too.
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
