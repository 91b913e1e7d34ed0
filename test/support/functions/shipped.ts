import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionName } from '../../../lib/rights.ts';
import { AGENT, CALL, CANARIES } from '../hostile/canaries.ts';

/** The URL of an endpoint at which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:1';

const TENANT_ID = 'tn_01KAJ0000000000000000000ZZ';
const authorizer = {
  ...{ partnerId: 'pt_1', partnerName: 'Acme', partnerState: 'active', keyPrefix: 'svc_partner_00000000' },
  ...{ scopes: 'tenants,config,calls,webhooks', limited: 'false', remaining: '29', resetSeconds: '300' },
};
const wakeUp = { v: 1, callId: 'c', partnerId: 'p', tenantId: 't', storedAtMs: 1, attempts: 0 };
const finished = { tenantId: TENANT_ID, call: { ...CALL, callId: 'c' } };
const body = {
  ...{ name: 'Cafe', region: 'kr', externalId: 'shop-1', url: 'https://8.8.8.8/hook' },
  ...AGENT,
  agent: AGENT,
};

/** One event for all functions. Each function finds its own input in the event, and something that it must not log. */
const EVENT = {
  resource: '/v1/tenants',
  pathParameters: { customerId: TENANT_ID },
  headers: {},
  multiValueHeaders: { Host: ['api.example'], Authorization: [`Bearer ${CANARIES.strangeKey}`] },
  multiValueQueryStringParameters: null,
  body: JSON.stringify(body),
  isBase64Encoded: false,
  requestContext: { requestId: 'request-1', identity: { sourceIp: '127.0.0.1' }, authorizer },
  Records: [
    {
      ...{
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: '1', Keys: { PK: { S: 'CALL#c' }, SK: { S: 'DELIVERY' } } },
      },
      ...{
        messageId: 'm',
        body: JSON.stringify({ ...wakeUp, ...finished }),
        attributes: { ApproximateReceiveCount: '1' },
      },
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:main',
    },
  ],
  ...finished,
};

/** Ends the output of an invocation. No line of JSON equals it. */
const END_OF_INVOCATION = 'end of invocation';

/**
 * The program that is run: for each endpoint, it loads the function with that endpoint in place of AWS, and invokes it.
 * It prints what the handler throws as Lambda's runtime logs it: with everything that the error contains.
 */
const INVOKE = `
  const [file, event, ...endpoints] = process.argv.slice(1);
  const context = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => 100000 };
  const told = (error) => ({ ...error, errorType: error.name, errorMessage: error.message, stack: error.stack });
  const invoke = async (endpoint) => {
    const queues = { QUEUE_URL: endpoint + '/main', SLOW_QUEUE_URL: endpoint + '/slow', HUNG_QUEUE_URL: endpoint + '/hung', INTAKE_QUEUE_URL: endpoint + '/intake', INTAKE_DEAD_LETTER_QUEUE_URL: endpoint + '/intake-dead', NOTICES_TOPIC_ARN: 'arn:aws:sns:eu-west-1:000000000000:notices' };
    Object.assign(process.env, queues, { AWS_ENDPOINT_URL: endpoint });
    delete require.cache[file];
    await require(file).handler(JSON.parse(event), context)
      .catch((error) => console.error(JSON.stringify({ thrown: told(error) })));
    for (const stream of [process.stdout, process.stderr]) stream.write('${END_OF_INVOCATION}\\n');
  };
  (async () => { for (const endpoint of endpoints) await invoke(endpoint); })();
`;

type Line = Record<string, unknown>;

/** Returns what a built function prints at each endpoint. Throws at a line that is not JSON. */
export async function printedBy(
  bundlesDir: string,
  action: FunctionName,
  endpoints: readonly string[],
  triesOfSdk = 1,
): Promise<readonly Line[][]> {
  const env = {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_MAX_ATTEMPTS: String(triesOfSdk),
    POWERTOOLS_SERVICE_NAME: action,
    POWERTOOLS_METRICS_NAMESPACE: 'PartnerLines/test',
    AWS_LAMBDA_FUNCTION_VERSION: '7',
    TABLE_NAME: 'lines',
    CALLS_DAYS: 'none',
  };
  const args = ['-e', INVOKE, join(bundlesDir, action, 'index.js'), JSON.stringify(EVENT), ...endpoints];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
  const [fromStdout, fromStderr] = [linesOfInvocations(stdout), linesOfInvocations(stderr)];
  return endpoints.map((_, index) => [...(fromStdout[index] ?? []), ...(fromStderr[index] ?? [])]);
}

const linesOfInvocations = (printed: string): Line[][] =>
  printed.split(`${END_OF_INVOCATION}\n`).map((part) =>
    part
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Line => JSON.parse(line)),
  );
