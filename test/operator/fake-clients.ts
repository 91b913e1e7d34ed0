import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';

/** What came over the wire. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The operation's name, where the protocol has one beside the path. */
  readonly operation: string;
  readonly body: unknown;
}
export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Answer = (asked: Asked) => Answered;

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The service says no: the SDK throws an error of that name. */
export const refused = (type: string, message = ''): Answered => ({
  status: 400,
  headers: { 'x-amzn-errortype': type },
  body: { __type: type, message },
});

/** The SDK's own clients before a service that the test plays. */
export const fakeLambda = (answer: Answer) => new LambdaClient(before(answer));
export const fakeSqs = (answer: Answer) => new SQSClient(before(answer));
export const fakeKms = (answer: Answer) => new KMSClient(before(answer));
export const fakeDynamodb = (answer: Answer) => new DynamoDBClient(before(answer));
export const fakeStreams = (answer: Answer) => new DynamoDBStreamsClient(before(answer));
export const fakeCloudwatch = (answer: Answer) => new CloudWatchClient(before(answer));

const before = (answer: Answer) => ({
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
  requestHandler: {
    handle: async ({ method, path, headers: sentHeaders, body: sent = '' }: WireRequest) => {
      const text = typeof sent === 'string' ? sent : new TextDecoder().decode(sent);
      const operation = sentHeaders['x-amz-target']?.split('.').at(-1) ?? '';
      const asked = { method, path, operation, body: text === '' ? undefined : JSON.parse(text) };
      const { status = 200, headers = {}, body } = answer(asked);
      const stream = new Blob([JSON.stringify(body)]).stream();
      return {
        response: { statusCode: status, headers: { 'content-type': 'application/json', ...headers }, body: stream },
      };
    },
  },
});
