import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { tableShape } from '../support/table/table.ts';
import { synthesized } from './synthesized.ts';
import { countOf, only, propertiesOf, resources, resourcesOf } from './template-reader.ts';
import type { VariationName } from './variations.ts';

const { stateful: prod } = synthesized('prod');
const { stateful: dev } = synthesized('dev');
const keys = resourcesOf(prod, 'AWS::KMS::Key');
const table = only(prod, 'AWS::DynamoDB::Table');

const DATA_KEY = { 'Fn::GetAtt': ['DataKey17AFBB84', 'Arn'] };
/** To whoever IAM gives a right on it: what a key's policy says unless it says more. */
const TO_ADMINISTRATORS = {
  Action: 'kms:*',
  Principal: { AWS: { 'Fn::Join': ['', expect.arrayContaining([':root'])] } },
};
const inRegion = (service: string) => ({ 'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']] });

const queue = z.object({
  SqsManagedSseEnabled: z.boolean().optional(),
  KmsMasterKeyId: z.unknown().optional(),
  MessageRetentionPeriod: z.number(),
  RedrivePolicy: z.object({ maxReceiveCount: z.number() }).optional(),
});

describe('table', () => {
  it('has string keys PK and SK and is paid by request', () => {
    expect(table.Properties).toMatchObject({
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

  it('has the keys, indexes and stream of the table that store tests run on', () => {
    const { TableName, AttributeDefinitions, StreamSpecification, ...shape } = tableShape('any');
    expect(table.Properties).toMatchObject({
      ...shape,
      AttributeDefinitions: expect.arrayContaining(AttributeDefinitions),
      StreamSpecification: { StreamViewType: StreamSpecification.StreamViewType },
    });
  });

  it('puts no content into its stream, only keys', () => {
    expect(table.Properties).toMatchObject({ StreamSpecification: { StreamViewType: 'KEYS_ONLY' } });
  });

  it('forgets expired rows by the attribute that holds Unix seconds', () => {
    expect(table.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'expiresAtUnixSeconds', Enabled: true },
    });
  });

  it('can be restored to any second of 35 days, is encrypted, and in prod refuses to be deleted', () => {
    expect(table).toMatchObject({
      Properties: {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: DATA_KEY },
        DeletionProtectionEnabled: true,
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    expect(only(dev, 'AWS::DynamoDB::Table').Properties['DeletionProtectionEnabled']).toBe(false);
  });
});

describe('queues', () => {
  const queues = Object.entries(resources(prod, 'AWS::SQS::Queue', queue));

  it('are four: two lanes and two for what our own faults left behind', () => {
    expect(queues).toHaveLength(4);
  });

  it('are encrypted at rest and refuse to be spoken to in clear', () => {
    const inDev = Object.values(resources(dev, 'AWS::SQS::Queue', queue));
    expect(queues.map(([, { KmsMasterKeyId }]) => KmsMasterKeyId)).toEqual(Array(4).fill(DATA_KEY));
    expect(inDev.map(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toEqual(Array(4).fill(true));
    const policies = propertiesOf(prod, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(4);
    for (const policy of policies) {
      expect(policy).toMatchObject({
        PolicyDocument: { Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] },
      });
    }
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

describe('logs', () => {
  it('are encrypted with our own key in prod', () => {
    for (const group of propertiesOf(prod, 'AWS::Logs::LogGroup')) {
      expect(group).toMatchObject({ KmsKeyId: DATA_KEY, RetentionInDays: 90 });
    }
  });
});

describe('key of table, queues and logs', () => {
  it('is used through DynamoDB and SQS by this account alone, and for logs of this stage alone', () => {
    expect(keys['DataKey17AFBB84']?.Properties).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: [
          TO_ADMINISTRATORS,
          {
            Principal: { AWS: '*' },
            Condition: {
              StringEquals: {
                'kms:CallerAccount': { Ref: 'AWS::AccountId' },
                'kms:ViaService': [inRegion('dynamodb'), inRegion('sqs')],
              },
            },
          },
          {
            Principal: { Service: inRegion('logs') },
            Condition: {
              ArnLike: {
                'kms:EncryptionContext:aws:logs:arn': {
                  'Fn::Join': ['', expect.arrayContaining([':log-group:/partner-lines/prod/*'])],
                },
              },
            },
          },
        ],
      },
    });
  });

  it('costs nothing in dev, where AWS brings its own', () => {
    expect(countOf(dev, 'AWS::KMS::Key')).toBe(1);
  });
});

describe('key of the signing secrets', () => {
  it('is used by nobody whose own rights do not say so', () => {
    expect(keys['SecretsKey317DCF94']?.Properties).toMatchObject({
      Description: 'Signing secrets of partner-lines prod',
      KeyPolicy: { Statement: [TO_ADMINISTRATORS] },
    });
  });

  it('is changed every year by KMS', () => {
    for (const key of propertiesOf(prod, 'AWS::KMS::Key')) expect(key['EnableKeyRotation']).toBe(true);
  });
});

describe('what holds data', () => {
  it('keeps its logical ids: with another one CloudFormation would make it anew, empty', () => {
    const idsOf = (type: string) => Object.keys(resourcesOf(prod, type));
    expect(idsOf('AWS::DynamoDB::Table')).toEqual(['TableCD117FA1']);
    expect(idsOf('AWS::KMS::Key')).toEqual(['DataKey17AFBB84', 'SecretsKey317DCF94']);
    expect(idsOf('AWS::SQS::Queue')).toEqual([
      'QueuesDeadLettersF0D5D2AD',
      'QueuesRelayFailures7C9BDDCC',
      'QueuesMain17D1E10B',
      'QueuesSlowBF74C2CE',
    ]);
  });

  it('stays in prod when the stack is deleted or gives it up', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
      for (const resource of Object.values(resourcesOf(prod, type))) {
        expect(['Retain', 'RetainExceptOnCreate']).toContain(resource['DeletionPolicy']);
        expect(resource['UpdateReplacePolicy']).toBe('Retain');
      }
    }
  });

  it('goes when the creation that made it fails, so that it can be retried: names of log groups are fixed', () => {
    for (const type of ['AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
      for (const resource of Object.values(resourcesOf(prod, type))) {
        expect(resource['DeletionPolicy']).toBe('RetainExceptOnCreate');
      }
    }
    expect(keys).toMatchObject({ SecretsKey317DCF94: { DeletionPolicy: 'RetainExceptOnCreate' } });
  });

  it('stays even then if its deletion protection would stop the rollback: the table, and the key that it needs', () => {
    expect(table['DeletionPolicy']).toBe('Retain');
    expect(keys).toMatchObject({ DataKey17AFBB84: { DeletionPolicy: 'Retain' } });
  });

  it('has no name of its own, so that it can be replaced', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::SQS::Queue']) {
      for (const properties of Object.values(resources(prod, type, z.looseObject({})))) {
        expect(properties).not.toHaveProperty(type.endsWith('Table') ? 'TableName' : 'QueueName');
      }
    }
  });
});

describe('what the service imports', () => {
  it('is exported with and without anybody on call: removing an export while it is imported would stop the deployment', () => {
    const exportsOf = (name: VariationName) => Object.keys(synthesized(name).stateful.Outputs).sort();
    expect(exportsOf('staging')).toEqual(exportsOf('staging with a domain and topics'));
  });
});
