import { type RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { logGroupPrefix } from '../functions/logs.ts';

/** What DynamoDB and SQS do with a key on behalf of whoever reads or writes there. */
const ON_BEHALF = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncrypt*',
  'kms:GenerateDataKey*',
  'kms:DescribeKey',
  'kms:CreateGrant',
];

/**
 * Encrypts table, queues and logs. Used through these services only, by whoever in this account may use the table or the
 * queue itself, as with the keys AWS would bring: so no function needs a right on it, and only two may decrypt with any
 * key, which is that of the signing secrets.
 */
export class DataKey extends Key {
  constructor(scope: Construct, id: string, props: { readonly stage: string; readonly removalPolicy: RemovalPolicy }) {
    const { stage, removalPolicy } = props;
    super(scope, id, {
      description: `Table, queues and logs of partner-lines ${stage}`,
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
            'kms:ViaService': [`dynamodb.${region}.amazonaws.com`, `sqs.${region}.amazonaws.com`],
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
