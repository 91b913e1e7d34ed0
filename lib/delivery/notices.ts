import { Alias } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { stagePrefix } from '../../shared/names/stage-names.ts';
import type { StoredDataProps } from '../data/encryption-key.ts';

type NoticesTopicProps = StoredDataProps & { readonly stage: string };

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
