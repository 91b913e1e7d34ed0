import type { RemovalPolicy } from 'aws-cdk-lib';
import { Alias, type IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { stagePrefix } from '../../shared/names/stage-names.ts';

interface NoticesTopicProps {
  readonly stage: string;
  readonly removalPolicy: RemovalPolicy;
  /** The key that encrypts the topic. When absent, SNS's own key is used. */
  readonly encryptionKey?: IKey | undefined;
}

/**
 * The topic of notices about partners whose receivers fail or work again. People subscribe to it by hand. The topic is
 * in the stateful stack, so that the subscriptions survive every deployment of the service.
 */
export class NoticesTopic extends Topic {
  constructor(scope: Construct, id: string, { stage, removalPolicy, encryptionKey }: NoticesTopicProps) {
    super(scope, id, {
      topicName: `${stagePrefix(stage)}-partner-notices`,
      masterKey: encryptionKey ?? Alias.fromAliasName(scope, 'SnsKey', 'alias/aws/sns'),
      enforceSSL: true,
    });
    this.applyRemovalPolicy(removalPolicy);
  }
}
