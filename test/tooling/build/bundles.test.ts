import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { FUNCTION_NAMES, type FunctionName, RIGHTS } from '../../../lib/rights.ts';
import { DELIVERY_DISRUPTIONS } from '../../../local/sandbox/deliver-webhook/delivery-disruptions.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { type Bundle, bundleOptions } from '../../../tooling/build/bundles.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { apiDocument, checkedInDocument } from '../../partner-docs/openapi/api-document.ts';
import { builtFunctions } from '../../support/functions/built.ts';
import { freshTree } from '../deploy/fresh-tree.ts';

const KIB = 1_024;
let outDir: string;
let bundles: readonly Bundle[];
beforeAll(async () => {
  ({ folder: outDir, bundles } = await builtFunctions());
});

const bundleOf = (action: FunctionName) => {
  const found = bundles.find((bundle) => bundle.action === action);
  if (!found) throw new Error(`There is no bundle of ${action}`);
  return found;
};
const holding = (part: RegExp) =>
  bundles.filter(({ inputs }) => inputs.some((input) => part.test(input))).map(({ action }) => action);

const codeIn = (folder: string, action: FunctionName) => readFileSync(join(folder, action, 'index.js'), 'utf8');

/** Tells whether a function can return 503 without a code: it contains a `Failure` with the reason `unavailable`. */
const canBeUnavailable = (action: FunctionName) => codeIn(outDir, action).includes('("unavailable"');

describe('the bundle of a function', () => {
  const limitOf = (action: FunctionName) => {
    // `deliver-webhook` and `sweep` also have the client of SNS, with 37 KiB, and `deliver-webhook` has undici, with
    // 272 KiB.
    if (action === 'deliver-webhook') return 650 * KIB;
    if (action === 'sweep') return 320 * KIB;
    return action.startsWith('get-') ? 260 * KIB : 300 * KIB;
  };
  it.each(FUNCTION_NAMES)('the bundle of %s is small enough to start quickly', (action) => {
    expect(bundleOf(action).bytes).toBeLessThan(limitOf(action));
  });

  it.each(FUNCTION_NAMES)('the bundle of %s has no code of the sandbox that makes deliveries fail', (action) => {
    expect(bundleOf(action).inputs.filter((input) => /^(local|test)\//.test(input))).toEqual([]);
    const code = codeIn(outDir, action);
    expect(DELIVERY_DISRUPTIONS.filter((disruption) => code.includes(disruption))).toEqual([]);
  });

  it("no bundle has the SDK's code for endpoint discovery or event streams", () => {
    expect(holding(/endpoint-cache|mnemonist|\/event-streams\//)).toEqual([]);
  });

  it('the bundle of whoami has no code of the AWS SDK', () => {
    expect(bundleOf('whoami').inputs.filter((input) => input.includes('@aws-sdk'))).toEqual([]);
  });

  it('only the bundles of deliver-webhook and sweep contain the SNS client', () => {
    expect(holding(/@aws-sdk\/client-sns\//)).toEqual(['deliver-webhook', 'sweep']);
  });

  it('only the bundles of deliver-webhook and put-webhook contain the KMS client', () => {
    expect(holding(/@aws-sdk\/client-kms\//)).toEqual(['deliver-webhook', 'put-webhook']);
  });

  it('only the bundles of deliver-webhook, intake, relay and sweep contain the SQS client', () => {
    expect(holding(/@aws-sdk\/client-sqs\//)).toEqual(['deliver-webhook', 'intake', 'relay', 'sweep']);
  });

  it.each(ROUTES)(
    'openapi.json lists 503 for $method $path if and only if the bundle can return 503',
    ({ method, path, action }) => {
      const { responses = {} } = apiDocument(checkedInDocument()).paths[path]?.[method.toLowerCase()] ?? {};
      expect('503' in responses).toBe(canBeUnavailable(action));
    },
  );

  it('no bundle has a credential provider that Lambda does not need', () => {
    expect(holding(/credential-provider-(node|ini|sso|process|http|web-identity|login)\//)).toEqual([]);
  });

  it('the bundles contain our own sources only from functions, shared and two modules of tooling/build', () => {
    const ours = /^(?!functions\/|shared\/|node_modules\/|tooling\/build\/(lambda-credentials|unused-sdk-parts)\.ts)/;
    expect(holding(ours)).toEqual([]);
    expect(holding(/aws-cdk|fauxqs|commander/)).toEqual([]);
  });

  it('a bundle has the same bytes if it is built in another folder', async () => {
    const tree = freshTree();
    const built = join(tree.root, 'built');
    // `deliver-webhook` uses the most AWS clients, and `put-webhook` is an endpoint.
    const actions = ['deliver-webhook', 'put-webhook'] as const;
    await build(bundleOptions(actions, built, tree.root));
    for (const action of actions) expect(codeIn(built, action)).toBe(codeIn(outDir, action));
    tree.remove();
  });

  it('no bundle has the locales of zod', () => {
    expect(holding(/zod\/v4\/locales\//)).toEqual([]);
  });
});

const SENT_BY: Record<string, string> = {
  GetItem: 'GetCommand',
  BatchGetItem: 'BatchGetCommand',
  PutItem: 'PutCommand',
  UpdateItem: 'UpdateCommand',
  DeleteItem: 'DeleteCommand',
  Query: 'QueryCommand',
};
/** The command of a transaction does not show which kinds of write the transaction contains. */
const TRANSACTED = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];
const holds = (action: FunctionName, command: string) =>
  bundleOf(action).inputs.some((input) => input.endsWith(`lib-dynamodb/dist-es/commands/${command}.js`));

it.each(FUNCTION_NAMES)('the function %s has only those rights to the table that its code can use', (action) => {
  const usable = Object.keys(SENT_BY).filter((right) => holds(action, SENT_BY[right] ?? ''));
  if (holds(action, 'TransactWriteCommand')) usable.push(...TRANSACTED);
  expect(usable).toEqual(expect.arrayContaining(RIGHTS[action].table.flatMap(({ may }) => may)));
});

/** Runs a program that invokes a function, with a server in place of DynamoDB. */
async function runOnTable(program: string, action: FunctionName, table: RequestListener, more: NodeJS.ProcessEnv) {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    table(request, response);
  });
  const env = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'FIRST',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${await listen(server, 0)}`,
    POWERTOOLS_SERVICE_NAME: action,
    POWERTOOLS_METRICS_NAMESPACE: 'PartnerLines/test',
    AWS_LAMBDA_FUNCTION_VERSION: '7',
    TABLE_NAME: 'lines',
    ...more,
  };
  await promisify(execFile)(process.execPath, ['-e', program, join(outDir, action, 'index.js')], { env });
  await closeServer(server);
}

it('a function reads its credentials from the environment for every request', async () => {
  const used: string[] = [];
  const table: RequestListener = ({ headers }, response) => {
    const [, key] = /Credential=(\w+)/.exec(headers.authorization ?? '') ?? [];
    used.push(`${key},${headers['x-amz-security-token']}`);
    response.end('{"Attributes":{"hits":{"N":"1"}}}');
  };
  await runOnTable(CALL_TWICE, 'authorizer', table, { AWS_SESSION_TOKEN: 'first-token' });
  expect(new Set(used)).toEqual(new Set(['FIRST,first-token', 'SECOND,second-token']));
});

it('record-call itself, not the SDK, retries a failed transaction', async () => {
  const transactions: { sdk: string | string[] | undefined; token: string; time: string }[] = [];
  const reads = new Set<string>();
  const table: RequestListener = async (request, response) => {
    const { 'x-amz-target': target = '', 'amz-sdk-request': sdk } = request.headers;
    if (String(target).endsWith('.GetItem')) {
      reads.add(String(sdk));
      response.end('{"Item":{"partnerId":{"S":"pt_1"},"events":{"L":[{"S":"call.completed"}]}}}');
      return;
    }
    const body = await text(request);
    const [, token = ''] = /"ClientRequestToken":"([^"]+)"/.exec(body) ?? [];
    const [, time = ''] = /"storedAtMs":\{"N":"(\d+)"\}/.exec(body) ?? [];
    transactions.push({ sdk, token, time });
    if (transactions.length < 3) response.writeHead(500).end('{"__type":"InternalServerError","message":"no"}');
    else response.end('{}');
  };
  await runOnTable(RECORD, 'record-call', table, { CALLS_DAYS: '30' });
  expect(transactions.map(({ sdk }) => sdk)).toEqual(new Array(3).fill('attempt=1; max=1'));
  expect(new Set(transactions.map(({ token }) => token)).size).toBe(3);
  expect(transactions.every(({ time }) => Number(time) > 0)).toBe(true);
  // The SDK may retry reads: they contain no time, while the transaction contains the time at which it was made.
  expect([...reads].filter((sdk) => sdk.endsWith('max=1'))).toEqual([]);
  expect(reads.size).toBeGreaterThan(0);
});

const RECORD = `
  require(process.argv[1]).handler({
    tenantId: 'tn_01KAJ0000000000000000000ZZ',
    call: { callId: 'c', summary: 'Asked for a table' },
  }, {});
`;

/** Calls the authorizer, rotates its credentials, and calls it again. Its responses do not matter here. */
const CALL_TWICE = `
  const { handler } = require(process.argv[1]);
  const event = {
    resource: '/v1/whoami', path: '/v1/whoami', pathParameters: null,
    headers: {}, multiValueHeaders: {},
    requestContext: { requestId: 'r', identity: { sourceIp: '127.0.0.1' } },
  };
  (async () => {
    await handler(event, {}).catch(() => undefined);
    process.env.AWS_ACCESS_KEY_ID = 'SECOND';
    process.env.AWS_SESSION_TOKEN = 'second-token';
    await handler(event, {}).catch(() => undefined);
  })();
`;
