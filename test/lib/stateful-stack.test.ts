import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { tableShape } from '../support/table/table.ts';
import { synthesized } from './synthesized.ts';
import { only, propertiesOf, resources, resourcesOf } from './template-reader.ts';
import type { VariationName } from './variations.ts';

const { stateful: prod } = synthesized('prod');
const { stateful: dev } = synthesized('dev');
const keys = resourcesOf(prod, 'AWS::KMS::Key');
const table = only(prod, 'AWS::DynamoDB::Table');

const DATA_KEY = { 'Fn::GetAtt': ['DataKey17AFBB84', 'Arn'] };

const queue = z.object({
  SqsManagedSseEnabled: z.boolean().optional(),
  KmsMasterKeyId: z.unknown().optional(),
  MessageRetentionPeriod: z.number(),
  RedrivePolicy: z.object({ maxReceiveCount: z.number(), deadLetterTargetArn: z.unknown() }).optional(),
});

describe('the table of the stateful stack', () => {
  it('the deployed table has the keys, indexes and stream of the table in the store tests', () => {
    const { TableName, AttributeDefinitions, StreamSpecification, ...shape } = tableShape('any');
    expect(table.Properties).toMatchObject({
      ...shape,
      AttributeDefinitions: expect.arrayContaining(AttributeDefinitions),
      StreamSpecification: { StreamViewType: StreamSpecification.StreamViewType },
    });
  });

  it('DynamoDB deletes items of the table that have expired according to expiresAtUnixSeconds', () => {
    expect(table.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'expiresAtUnixSeconds', Enabled: true },
    });
  });

  it('the table of prod has point-in-time recovery for 35 days', () => {
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

/** The logical ids of the dead-letter queue of intake and of the queue `intake`. */
const INTAKE = ['IntakeDeadLettersA15864BB', 'IntakeCalls50332355'];

describe('the queues of the stateful stack', () => {
  const queues = Object.entries(resources(prod, 'AWS::SQS::Queue', queue));

  it('the stateful stack has seven queues, which keep their logical ids', () => {
    const deadLetters = { 'Fn::GetAtt': ['QueuesDeadLettersF0D5D2AD', 'Arn'] };
    expect(queues.map(([id, { RedrivePolicy }]) => [id, RedrivePolicy?.deadLetterTargetArn])).toEqual([
      ['QueuesDeadLettersF0D5D2AD', undefined],
      ['QueuesRelayFailures7C9BDDCC', undefined],
      ['QueuesMain17D1E10B', deadLetters],
      ['QueuesSlowBF74C2CE', deadLetters],
      ['QueuesHung825E8335', deadLetters],
      [INTAKE[0], undefined],
      [INTAKE[1], { 'Fn::GetAtt': [INTAKE[0], 'Arn'] }],
    ]);
  });

  it('the queues reject plain HTTP', () => {
    const inDev = Object.values(resources(dev, 'AWS::SQS::Queue', queue));
    const ours = queues.filter(([id]) => !INTAKE.includes(id));
    expect(ours.map(([, { KmsMasterKeyId }]) => KmsMasterKeyId)).toEqual(Array(5).fill(DATA_KEY));
    expect(inDev.map(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toEqual(Array(7).fill(true));
    const policies = propertiesOf(prod, 'AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(7);
    for (const policy of policies) {
      expect(policy).toMatchObject({
        PolicyDocument: { Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] },
      });
    }
  });

  it('SQS itself encrypts the queues for finished calls in prod', () => {
    for (const [, about] of queues.filter(([id]) => INTAKE.includes(id)))
      expect(about).toMatchObject({ SqsManagedSseEnabled: true });
  });

  it('a queue moves a message to its dead-letter queue after 16 receives at the earliest', () => {
    const counts = queues.flatMap(([, { RedrivePolicy }]) => RedrivePolicy?.maxReceiveCount ?? []);
    expect(counts).toHaveLength(4);
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(16);
  });

  it('every queue except the lanes keeps a message until 14 days after its first send', () => {
    const kept = queues.filter(([id]) => !/^Queues(Main|Slow|Hung)/.test(id));
    expect(kept.map(([, { MessageRetentionPeriod }]) => MessageRetentionPeriod)).toEqual(Array(4).fill(1_209_600));
  });
});

describe('a resource that holds data', () => {
  it('the table and the keys keep their logical ids', () => {
    const idsOf = (type: string) => Object.keys(resourcesOf(prod, type));
    expect(idsOf('AWS::DynamoDB::Table')).toEqual(['TableCD117FA1']);
    expect(idsOf('AWS::KMS::Key')).toEqual(['DataKey17AFBB84', 'SecretsKey317DCF94']);
  });

  it('a resource that holds data remains in prod after the deletion of its stack', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
      for (const resource of Object.values(resourcesOf(prod, type))) {
        expect(['Retain', 'RetainExceptOnCreate']).toContain(resource['DeletionPolicy']);
        expect(resource['UpdateReplacePolicy']).toBe('Retain');
      }
    }
  });

  it('the queues and log groups are deleted if the first creation of the stateful stack fails', () => {
    for (const type of ['AWS::SQS::Queue', 'AWS::Logs::LogGroup']) {
      for (const resource of Object.values(resourcesOf(prod, type))) {
        expect(resource['DeletionPolicy']).toBe('RetainExceptOnCreate');
      }
    }
    expect(keys).toMatchObject({ SecretsKey317DCF94: { DeletionPolicy: 'RetainExceptOnCreate' } });
  });

  it('the table and its encryption key remain if the first creation of the stateful stack fails', () => {
    expect(table['DeletionPolicy']).toBe('Retain');
    expect(keys).toMatchObject({ DataKey17AFBB84: { DeletionPolicy: 'Retain' } });
  });

  it('the table and the queues have no fixed names', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::SQS::Queue']) {
      for (const properties of Object.values(resources(prod, type, z.looseObject({})))) {
        expect(properties).not.toHaveProperty(type.endsWith('Table') ? 'TableName' : 'QueueName');
      }
    }
  });
});

it('the stateful stack has the same outputs with and without topics for on-call', () => {
  const exportsOf = (name: VariationName) => Object.keys(synthesized(name).stateful.Outputs).sort();
  expect(exportsOf('staging')).toEqual(exportsOf('staging with a domain and topics'));
});
