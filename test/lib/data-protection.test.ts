import { describe, expect, it } from '@jest/globals';
import { synthesized } from './synthesized.ts';
import { countOf, propertiesOf, resourcesOf } from './template-reader.ts';

const { stateful: prod } = synthesized('prod');
const { stateful: dev } = synthesized('dev');
const keys = resourcesOf(prod, 'AWS::KMS::Key');

const DATA_KEY = { 'Fn::GetAtt': ['DataKey17AFBB84', 'Arn'] };
/** Grants the key to everyone to whom IAM grants it, which is the default of a key policy. */
const TO_ADMINISTRATORS = {
  Action: 'kms:*',
  Principal: { AWS: { 'Fn::Join': ['', expect.arrayContaining([':root'])] } },
};
const inRegion = (service: string) => ({ 'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.amazonaws.com']] });

it('the logs are encrypted with our own key and kept for 90 days in prod', () => {
  for (const group of propertiesOf(prod, 'AWS::Logs::LogGroup')) {
    expect(group).toMatchObject({ KmsKeyId: DATA_KEY, RetentionInDays: 90 });
  }
});

it('the topic of notices about partners is encrypted and rejects plain HTTP', () => {
  const [topic] = Object.values(prod.Resources).filter(({ Type }) => Type === 'AWS::SNS::Topic');
  expect(topic).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: { TopicName: 'partner-lines-prod-partner-notices', KmsMasterKeyId: DATA_KEY },
  });
  expect(propertiesOf(prod, 'AWS::SNS::TopicPolicy')).toMatchObject([
    {
      PolicyDocument: {
        Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
      },
    },
  ]);
});

describe('the encryption key of the table, queues, topic and logs', () => {
  it("the DynamoDB, SQS and SNS of this account and the logs of this stage can use the table's encryption key", () => {
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
                'kms:ViaService': [inRegion('dynamodb'), inRegion('sqs'), inRegion('sns')],
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

  it('dev has a KMS key for the signing secrets, but none for the table', () => {
    expect(countOf(dev, 'AWS::KMS::Key')).toBe(1);
  });
});

describe('the encryption key of the signing secrets', () => {
  it('a role can use the encryption key of the signing secrets only if its own rights allow it', () => {
    expect(keys['SecretsKey317DCF94']?.Properties).toMatchObject({
      Description: 'Signing secrets of partner-lines prod',
      KeyPolicy: { Statement: [TO_ADMINISTRATORS] },
    });
  });

  it('KMS rotates our own encryption keys every year', () => {
    for (const key of propertiesOf(prod, 'AWS::KMS::Key')) expect(key['EnableKeyRotation']).toBe(true);
  });
});
