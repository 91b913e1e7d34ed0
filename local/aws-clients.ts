import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { toolClient } from '../shared/aws/client.ts';
import { type Credentials, clientSettings, REGION } from '../tooling/local-service.ts';

/** Base URLs of the emulator, by AWS service. */
export type Endpoints = Readonly<Record<'dynamodb' | 'sqs' | 'kms' | 'sns', string>>;

/**
 * The AWS clients of the host itself. If a read of the table or of its stream gets no response, the client retries the
 * read.
 */
export const clientsOfHost = ({ dynamodb, sqs }: Omit<Endpoints, 'kms' | 'sns'>, credentials: Credentials) => ({
  dynamodb: toolClient(DynamoDBClient, clientSettings(dynamodb, credentials)),
  streams: toolClient(DynamoDBStreamsClient, clientSettings(dynamodb, credentials)),
  sqs: new SQSClient(clientSettings(sqs, credentials)),
});

/** The environment variables that make a function's clients use the emulator. */
export const functionEnvironment = ({ dynamodb, sqs, kms, sns }: Endpoints, credentials: Credentials) => ({
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_SQS: sqs,
  AWS_ENDPOINT_URL_KMS: kms,
  AWS_ENDPOINT_URL_SNS: sns,
});
