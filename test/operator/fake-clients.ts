import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';

/** A request as it came over the wire. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The operation's name, for protocols that send one besides the path. */
  readonly operation: string;
  readonly body: unknown;
}
export interface Responded {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Respond = (asked: Asked) => Responded;

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Returns an error response, for which the SDK throws an error of that name. */
export const rejection = (type: string, message = ''): Responded => ({
  status: 400,
  headers: { 'x-amzn-errortype': type },
  body: { __type: type, message },
});

/** The SDK's own clients, for which `respond` takes the place of AWS. */
export const fakeLambda = (respond: Respond) => new LambdaClient(before(respond));
export const fakeSqs = (respond: Respond) => new SQSClient(before(respond));
export const fakeKms = (respond: Respond) => new KMSClient(before(respond));
export const fakeDynamodb = (respond: Respond) => new DynamoDBClient(before(respond));
export const fakeStreams = (respond: Respond) => new DynamoDBStreamsClient(before(respond));
export const fakeCloudwatch = (respond: Respond) => new CloudWatchClient(before(respond));
export const fakeLogs = (respond: Respond) => new CloudWatchLogsClient(before(respond));

const before = (respond: Respond) => ({
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
  requestHandler: {
    handle: async ({ method, path, headers: sentHeaders, body: sent = '' }: WireRequest) => {
      const text = typeof sent === 'string' ? sent : new TextDecoder().decode(sent);
      const operation = sentHeaders['x-amz-target']?.split('.').at(-1) ?? '';
      const asked = { method, path, operation, body: text === '' ? undefined : JSON.parse(text) };
      const { status = 200, headers = {}, body } = respond(asked);
      const stream = new Blob([JSON.stringify(body)]).stream();
      return {
        response: { statusCode: status, headers: { 'content-type': 'application/json', ...headers }, body: stream },
      };
    },
  },
});
