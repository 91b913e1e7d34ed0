import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
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
export type Responses = Readonly<
  Record<string, (parameters: URLSearchParams, body: string, url: string) => FakeResponse>
>;

export interface FakeAws {
  readonly endpoint: string;
  /** All requests in order, each as `service:Action in region`. */
  readonly asked: readonly string[];
  /** While the network is down, no request gets a response. */
  readonly network: { isDown: boolean };
}

/**
 * Starts a fake of AWS on loopback for real clients. It knows the query protocol, the JSON protocol, and Lambda's
 * account settings and mappings. An action without a response gets the one that `otherwise` returns.
 */
export async function startFakeAws(
  responses: Responses,
  otherwise = (action: string): FakeResponse => fault(action, 'NotFaked', action),
): Promise<FakeAws> {
  const asked: string[] = [];
  const network = { isDown: false };
  const server = createServer(async (request, response) => {
    if (network.isDown) return void request.socket.destroy();
    const { action, region, parameters, sent, url } = await questionOf(request);
    asked.push(`${action} in ${region}`);
    const { status, headers, body } = responses[action]?.(parameters, sent, url) ?? otherwise(action);
    response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end(body);
  });
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  started.push(server);
  return { endpoint, asked, network };
}

const started: Server[] = [];

/** Closes all fakes that were started. */
export const closeFakes = () => Promise.all(started.splice(0).map(closeServer));

/** The actions of Lambda that its REST protocol names only by the beginning of the path. */
const PATHS: Readonly<Record<string, string>> = {
  '/2016-08-19/account-settings': 'GetAccountSettings',
  '/2015-03-31/event-source-mappings/': 'GetEventSourceMapping',
};
/** The names of services in signatures, where they differ from those in policies. */
const PREFIXES: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

async function questionOf(request: IncomingMessage) {
  const { method, url = '', headers } = request;
  const sent = await text(request);
  const parameters = new URLSearchParams(sent);
  const [, region = '', service = ''] =
    /\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  const [, ofPath] = Object.entries(PATHS).find(([path]) => method === 'GET' && url.startsWith(path)) ?? [];
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  const action = ofPath ?? target ?? parameters.get('Action') ?? `${method} ${url}`;
  return { action: `${PREFIXES[service] ?? service}:${action}`, region, parameters, sent, url };
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

export const json = (body: unknown, type = 'application/json'): FakeResponse => ({
  status: 200,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});

/** Returns API Gateway's settings of the account, with its role for logs if there is one. */
export const logRole = (cloudwatchRoleArn?: string) =>
  json({
    ...(cloudwatchRoleArn !== undefined && { cloudwatchRoleArn }),
    throttleSettings: { burstLimit: 5_000, rateLimit: 10_000 },
    features: [],
    apiKeyVersion: '4',
  });

export const callerOf = (account: string) =>
  result(
    'sts:GetCallerIdentity',
    `<Arn>arn:aws:sts::${account}:assumed-role/Deployer/me</Arn><UserId>AROAEXAMPLE:me</UserId><Account>${account}</Account>`,
  );

export const stackIdOf = (name: string, region = 'eu-west-1') =>
  `arn:aws:cloudformation:${region}:${ACCOUNT}:stack/${name}/0a1b`;

/** Returns a stack in the list of DescribeStacks, with more elements after its status. */
export const stackMember = (id: string, status: string, more = '') =>
  `<member><StackName>${id.split('/')[1]}</StackName><StackId>${id}</StackId><CreationTime>2026-01-02T03:04:05.678Z</CreationTime><StackStatus>${status}</StackStatus>${more}</member>`;

export const stacksOf = (...members: string[]) =>
  result('cloudformation:DescribeStacks', `<Stacks>${members.join('')}</Stacks>`);

export const members = (pairs: Readonly<Record<string, string>>, key = 'OutputKey', value = 'OutputValue') =>
  Object.entries(pairs)
    .map(([name, text]) => `<member><${key}>${name}</${key}><${value}>${text}</${value}></member>`)
    .join('');

/** Returns the stack of `cdk bootstrap`. */
export const bootstrapped = () => {
  const outputs = { BucketName: `cdk-hnb659fds-assets-${ACCOUNT}-eu-west-1`, BootstrapVersion: '30' };
  const more = `<Outputs>${members(outputs)}</Outputs>`;
  return stacksOf(stackMember(stackIdOf('CDKToolkit'), 'CREATE_COMPLETE', more));
};

/** Returns Lambda's account settings with the given quota of concurrent executions. */
export const quotaOf = (concurrentExecutions: number) =>
  json({
    AccountLimit: {
      TotalCodeSize: 80_530_636_800,
      CodeSizeUnzipped: 262_144_000,
      CodeSizeZipped: 52_428_800,
      ConcurrentExecutions: concurrentExecutions,
      UnreservedConcurrentExecutions: concurrentExecutions,
    },
    AccountUsage: { TotalCodeSize: 0, FunctionCount: 0 },
  });
