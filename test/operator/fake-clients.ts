import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';

/** What came over the wire. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}
export interface Answered {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Answer = (asked: Asked) => Answered;

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
}

/** The SDK's own clients before a service that the test plays. */
export const fakeLambda = (answer: Answer) => new LambdaClient(before(answer));
export const fakeSqs = (answer: Answer) => new SQSClient(before(answer));

const before = (answer: Answer) => ({
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
  requestHandler: {
    handle: async ({ method, path, body: sent = '' }: WireRequest) => {
      const text = typeof sent === 'string' ? sent : new TextDecoder().decode(sent);
      const { headers = {}, body } = answer({ method, path, body: text === '' ? undefined : JSON.parse(text) });
      const stream = new Blob([JSON.stringify(body)]).stream();
      return {
        response: { statusCode: 200, headers: { 'content-type': 'application/json', ...headers }, body: stream },
      };
    },
  },
});
