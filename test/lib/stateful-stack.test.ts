import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { synthesized } from './synthesized.ts';
import { resources } from './template-reader.ts';

const { stateful: prod } = synthesized('prod');
const { stateful: dev } = synthesized('dev');

const queue = z.object({
  SqsManagedSseEnabled: z.boolean(),
  MessageRetentionPeriod: z.number(),
  RedrivePolicy: z.object({ maxReceiveCount: z.number() }).optional(),
});

describe('table', () => {
  it('has string keys PK and SK and is paid by request', () => {
    prod.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it.each([
    ['due', 'dueShard', 'sweepAtMs'],
    ['byPartner', 'deliveriesOf', 'recordedAtCallId'],
  ])('is indexed %s by %s and %s, with keys only', (IndexName, partitionKey, sortKey) => {
    const { GlobalSecondaryIndexes: indexes } = Object.values(
      resources(prod, 'AWS::DynamoDB::Table', z.object({ GlobalSecondaryIndexes: z.array(z.looseObject({})) })),
    )[0] ?? { GlobalSecondaryIndexes: [] };
    expect(indexes).toContainEqual({
      IndexName,
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' },
        { AttributeName: sortKey, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    });
  });

  it('puts no content into its stream, only keys', () => {
    prod.hasResourceProperties('AWS::DynamoDB::Table', { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } });
  });

  it('forgets expired rows by the attribute that holds Unix seconds', () => {
    prod.hasResourceProperties('AWS::DynamoDB::Table', {
      TimeToLiveSpecification: { AttributeName: 'expiresAtUnixSeconds', Enabled: true },
    });
  });

  it('can be restored to any second, is encrypted, and in prod refuses to be deleted', () => {
    prod.hasResource('AWS::DynamoDB::Table', {
      Properties: {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
        DeletionProtectionEnabled: true,
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    dev.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: false });
  });
});

describe('queues', () => {
  const queues = Object.entries(resources(prod, 'AWS::SQS::Queue', queue));

  it('are four: two lanes and two for what our own faults left behind', () => {
    expect(queues).toHaveLength(4);
  });

  it('are encrypted at rest and refuse to be spoken to in clear', () => {
    expect(queues.map(([, { SqsManagedSseEnabled }]) => SqsManagedSseEnabled)).toEqual([true, true, true, true]);
    prod.resourcePropertiesCountIs(
      'AWS::SQS::QueuePolicy',
      { PolicyDocument: { Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] } },
      4,
    );
  });

  it('pass on what fails again and again, long after eight attempts of a partner; the two last stops pass nothing on', () => {
    const counts = queues.flatMap(([, { RedrivePolicy }]) => RedrivePolicy?.maxReceiveCount ?? []);
    expect(counts).toHaveLength(2);
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(16);
  });

  it('keep for 14 days, the longest there is, what people have to look at', () => {
    const lastStops = queues.filter(([, { RedrivePolicy }]) => RedrivePolicy === undefined);
    expect(lastStops.map(([, { MessageRetentionPeriod }]) => MessageRetentionPeriod)).toEqual([1_209_600, 1_209_600]);
  });
});

describe('key of the signing secrets', () => {
  it('is changed every year by KMS and outlives the stack in prod', () => {
    prod.hasResource('AWS::KMS::Key', { Properties: { EnableKeyRotation: true }, DeletionPolicy: 'Retain' });
  });
});

describe('what holds data', () => {
  it('has no name of its own, so that it can be replaced', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::SQS::Queue']) {
      for (const properties of Object.values(resources(prod, type, z.looseObject({})))) {
        expect(properties).not.toHaveProperty(type.endsWith('Table') ? 'TableName' : 'QueueName');
      }
    }
  });
});
