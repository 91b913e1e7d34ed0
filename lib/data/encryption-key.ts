import { type RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { logGroupPrefix } from '../../shared/names/stage-names.ts';

/** How a resource with data is encrypted, and what happens to the resource when its stack is deleted. */
export interface StoredDataProps {
  readonly removalPolicy: RemovalPolicy;
  /** The key that encrypts the data. When absent, a key of AWS is used. */
  readonly encryptionKey?: IKey | undefined;
}

/** The actions that DynamoDB, SQS and SNS take with the key on behalf of their callers. */
const ON_BEHALF = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncrypt*',
  'kms:GenerateDataKey*',
  'kms:DescribeKey',
  'kms:CreateGrant',
];

/**
 * The key that encrypts table, delivery queues, notices and logs. Like the keys that AWS provides, it works through
 * these services for anyone in this account who may use the table, the queue or the topic itself. So functions need no
 * right to this key. Signing secrets have another key, with which two functions may decrypt.
 */
export class DataKey extends Key {
  constructor(scope: Construct, id: string, props: { readonly stage: string; readonly removalPolicy: RemovalPolicy }) {
    const { stage, removalPolicy } = props;
    super(scope, id, {
      description: `Table, queues, notices and logs of partner-lines ${stage}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    const { account, region, partition } = Stack.of(this);
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ON_BEHALF,
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': account,
            'kms:ViaService': ['dynamodb', 'sqs', 'sns'].map((service) => `${service}.${region}.amazonaws.com`),
          },
        },
      }),
    );
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: {
          ArnLike: {
            'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:${logGroupPrefix(stage)}/*`,
          },
        },
      }),
    );
  }
}
