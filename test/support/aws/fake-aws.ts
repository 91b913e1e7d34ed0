import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';

/** The fake's response to one request, as it goes over the wire. */
export interface FakeResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Functions that return responses, by `service:Action`. Each gets the parameters of the query protocol. For the JSON
 * protocol, the whole JSON text is one key.
 */
export type Responses = Readonly<Record<string, (parameters: URLSearchParams) => FakeResponse>>;

export interface FakeAws {
  readonly endpoint: string;
  /** All requests in order, each as `service:Action in region`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts a fake of AWS on loopback for real clients. It knows the query protocol, the JSON
 * protocol of CloudWatch Logs and Lambda's account settings. */
export async function startFakeAws(responses: Responses): Promise<FakeAws> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { action, region, parameters } = await questionOf(request);
    asked.push(`${action} in ${region}`);
    const { status, headers, body } = responses[action]?.(parameters) ?? fault(action, 'NotFaked', action);
    response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end(body);
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  return { endpoint, asked, close: () => closeServer(server) };
}

async function questionOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const parameters = new URLSearchParams(Buffer.concat(chunks).toString());
  const [, region = '', service = ''] =
    /\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
  const isSettings = request.url?.startsWith('/2016-08-19/account-settings') ?? false;
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1];
  const action = isSettings
    ? 'GetAccountSettings'
    : (target ?? parameters.get('Action') ?? `${request.method} ${request.url}`);
  return { action: `${service}:${action}`, region, parameters };
}

const NAMESPACES: Readonly<Record<string, string>> = {
  iam: 'https://iam.amazonaws.com/doc/2010-05-08/',
  sts: 'https://sts.amazonaws.com/doc/2011-06-15/',
  cloudformation: 'http://cloudformation.amazonaws.com/doc/2010-05-15/',
};

/** Returns a response of the query protocol, with the given XML as its result. */
export function result(action: string, xml: string): FakeResponse {
  const [service = '', name = ''] = action.split(':');
  const body = `<${name}Response xmlns="${NAMESPACES[service]}"><${name}Result>${xml}</${name}Result><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></${name}Response>`;
  return { status: 200, body };
}

/** Returns an error response in the format of the action's service. */
export function fault(action: string, code: string, message: string, status = 403): FakeResponse {
  if (action.startsWith('lambda:')) {
    const headers = { 'content-type': 'application/json', 'x-amzn-errortype': code };
    return { status, headers, body: JSON.stringify({ Message: message }) };
  }
  const namespace = NAMESPACES[action.split(':')[0] ?? ''];
  const body = `<ErrorResponse xmlns="${namespace}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`;
  return { status, body };
}

export const ACCOUNT = '123456789012';

/** The responses of an account that was bootstrapped for CDK, with the quota that most accounts have. */
export const PREPARED: Responses = {
  'sts:GetCallerIdentity': () => callerOf(ACCOUNT),
  'cloudformation:DescribeStacks': () => bootstrapped(),
  'lambda:GetAccountSettings': () => quotaOf(1_000),
  'apigateway:GET /account': () => logRole(`arn:aws:iam::${ACCOUNT}:role/partner-lines-dev-stateful-LogRole`),
};

/** Returns API Gateway's settings of the account, with its role for logs if there is one. */
export const logRole = (cloudwatchRoleArn?: string): FakeResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    ...(cloudwatchRoleArn !== undefined && { cloudwatchRoleArn }),
    throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 },
    features: [],
    apiKeyVersion: '4',
  }),
});

export const callerOf = (account: string) =>
  result(
    'sts:GetCallerIdentity',
    `<Arn>arn:aws:sts::${account}:assumed-role/Deployer/me</Arn><UserId>AROAEXAMPLE:me</UserId><Account>${account}</Account>`,
  );

/** Returns the stack of `cdk bootstrap`. */
export const bootstrapped = () =>
  result(
    'cloudformation:DescribeStacks',
    `<Stacks><member><StackName>CDKToolkit</StackName><StackId>arn:aws:cloudformation:eu-west-1:${ACCOUNT}:stack/CDKToolkit/0a1b</StackId><CreationTime>2026-01-02T03:04:05.678Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs><member><OutputKey>BucketName</OutputKey><OutputValue>cdk-hnb659fds-assets-${ACCOUNT}-eu-west-1</OutputValue></member><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>30</OutputValue></member></Outputs></member></Stacks>`,
  );

/** Returns Lambda's account settings with the given quota of concurrent executions. */
export const quotaOf = (concurrentExecutions: number): FakeResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    AccountLimit: {
      TotalCodeSize: 80_530_636_800,
      CodeSizeUnzipped: 262_144_000,
      CodeSizeZipped: 52_428_800,
      ConcurrentExecutions: concurrentExecutions,
      UnreservedConcurrentExecutions: concurrentExecutions,
    },
    AccountUsage: { TotalCodeSize: 0, FunctionCount: 0 },
  }),
});
