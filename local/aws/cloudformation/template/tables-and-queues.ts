import * as z from 'zod';
import type { QueueModel, TableModel } from '../stack-model.ts';
import type { Stacks } from './stacks.ts';

export const TABLE_TYPES = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];

export const readTables = (stacks: Stacks): TableModel[] =>
  stacks.ofType(...TABLE_TYPES).map((resource) => ({
    logicalId: resource.logicalId,
    name: resource.name().ref,
    properties: Object.fromEntries(Object.keys(resource.properties).map((name) => [name, resource.property(name)])),
  }));

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional();
const policy = z
  .record(z.string(), z.unknown())
  .transform((value) => JSON.stringify(value))
  .optional();

/** Properties of AWS::SQS::Queue that are SQS attributes of the same name. */
const attributes = z.object({
  DelaySeconds: scalar,
  VisibilityTimeout: scalar,
  MessageRetentionPeriod: scalar,
  MaximumMessageSize: scalar,
  ReceiveMessageWaitTimeSeconds: scalar,
  FifoQueue: scalar,
  ContentBasedDeduplication: scalar,
  SqsManagedSseEnabled: scalar,
  KmsMasterKeyId: scalar,
  RedrivePolicy: policy,
  RedriveAllowPolicy: policy,
});

/** Reads the queues, each dead-letter queue before the queues that name it. */
export const readQueues = (stacks: Stacks): QueueModel[] =>
  stacks
    .ofType('AWS::SQS::Queue')
    .map((resource) => {
      const { ref, attributes: names } = resource.name();
      const set = Object.entries(resource.read(attributes)).filter((entry): entry is [string, string] => !!entry[1]);
      return {
        logicalId: resource.logicalId,
        name: names['QueueName'] ?? '',
        url: ref,
        arn: names['Arn'] ?? '',
        attributes: Object.fromEntries(set),
      };
    })
    .sort((one, other) => provisioningOrder(one) - provisioningOrder(other));

/**
 * A sort key: queues without a dead-letter queue come first, because a dead-letter queue must exist before its source.
 */
const provisioningOrder = ({ attributes: { RedrivePolicy } }: QueueModel) => (RedrivePolicy === undefined ? 0 : 1);
