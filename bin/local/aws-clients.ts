import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';

/** The one region and the credentials of the local service. No engine checks them; the SDK demands some. */
export const LOCAL_REGION = 'eu-west-1';
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

export interface Endpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly kms: string;
  readonly lambda: string;
}

const settings = (endpoint: string) => ({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });

/** The clients of the host itself; functions make their own from their environment. */
export const hostClients = ({ dynamodb, sqs }: Pick<Endpoints, 'dynamodb' | 'sqs'>) => ({
  dynamodb: new DynamoDBClient(settings(dynamodb)),
  sqs: new SQSClient(settings(sqs)),
});
