import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, ListStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { CodeDeployClient, ListApplicationsCommand } from '@aws-sdk/client-codedeploy';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import { IAMClient, ListRolesCommand } from '@aws-sdk/client-iam';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { TIMEOUT_SECONDS } from '../../../lib/functions/timeouts.ts';
import { FUNCTION_NAMES, type FunctionName } from '../../../lib/rights.ts';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { functionClient, toolClient } from '../../../shared/aws/client.ts';
import { wakeUpInbox } from '../../../shared/delivery/wake-ups/inbox.ts';
import { connectTable } from '../../../shared/store/table/connect.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { testSettings } from '../../support/access.ts';
import { builtFunctions } from '../../support/functions/built.ts';
import { aCall, callRecorderOn, START_MS } from '../../support/functions/deliveries.ts';
import { QUEUE_URLS } from '../../support/functions/lanes.ts';
import { printedBy } from '../../support/functions/shipped.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const packages = z.record(z.string(), z.string()).transform((versions) =>
  Object.keys(versions)
    .filter((name) => name.startsWith('@aws-sdk/client-'))
    .map((name) => name.slice('@aws-sdk/client-'.length)),
);
const { dependencies, devDependencies } = z
  .object({ dependencies: packages, devDependencies: packages })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

let service: Awaited<ReturnType<typeof startSilentService>>;
beforeEach(async () => {
  service = await startSilentService();
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(async () => {
  mock.timers.reset();
  await service.close();
});

/** One request of each client, by the package of the client. */
const OF_FUNCTIONS: Readonly<Record<string, (at: ReturnType<typeof testSettings>) => Promise<unknown>>> = {
  codedeploy: (at) => functionClient(CodeDeployClient, at).send(new ListApplicationsCommand({})),
  dynamodb: (at) => functionClient(DynamoDBClient, at).send(new ListTablesCommand({})),
  kms: (at) => functionClient(KMSClient, at).send(new ListKeysCommand({})),
  lambda: (at) => functionClient(LambdaClient, at).send(new ListFunctionsCommand({})),
  sns: (at) => functionClient(SNSClient, at).send(new ListTopicsCommand({})),
  sqs: (at) => functionClient(SQSClient, at).send(new ListQueuesCommand({})),
};
const OF_TOOLS: typeof OF_FUNCTIONS = {
  'api-gateway': (at) => toolClient(APIGatewayClient, at).send(new GetAccountCommand({})),
  cloudformation: (at) => toolClient(CloudFormationClient, at).send(new ListStacksCommand({})),
  cloudwatch: (at) => toolClient(CloudWatchClient, at).send(new DescribeAlarmsCommand({})),
  'cloudwatch-logs': (at) => toolClient(CloudWatchLogsClient, at).send(new DescribeLogGroupsCommand({})),
  'dynamodb-streams': (at) => toolClient(DynamoDBStreamsClient, at).send(new ListStreamsCommand({})),
  iam: (at) => toolClient(IAMClient, at).send(new ListRolesCommand({})),
  sts: (at) => toolClient(STSClient, at).send(new GetCallerIdentityCommand({})),
};

/** Moves the clock while a request is on its way, and returns the milliseconds until it fails. */
async function msUntilFailure(request: Promise<unknown>): Promise<number> {
  let failed: unknown;
  request.catch((error: unknown) => {
    failed = error;
  });
  // Before its first request, a client creates what it needs, which takes time on the real clock.
  await service.asked(1);
  let ms = 0;
  for (; failed === undefined; ms += 10) {
    mock.timers.tick(10);
    await setImmediate();
  }
  expect(failed).toMatchObject({ name: 'TimeoutError' });
  return ms;
}

describe('AWS services that accept requests and never respond', () => {
  it.each(dependencies)(
    'the %s client of a function fails within the shortest timeout of a function if a request gets no response',
    async (name) => {
      const request = OF_FUNCTIONS[name]?.(testSettings(service.endpoint)) ?? Promise.reject(new Error('no request'));
      const ms = await msUntilFailure(request);
      expect(service.tries.length).toBeGreaterThanOrEqual(3);
      expect(ms).toBeLessThan(Math.min(...Object.values(TIMEOUT_SECONDS)) * 1_000);
    },
  );

  it.each(devDependencies)(
    'the %s client of a tool fails within two minutes if a request gets no response',
    async (name) => {
      const request = OF_TOOLS[name]?.(testSettings(service.endpoint)) ?? Promise.reject(new Error('no request'));
      const ms = await msUntilFailure(request);
      expect(service.tries.length).toBeGreaterThanOrEqual(3);
      expect(ms).toBeLessThan(120_000);
    },
  );
});

it('functions and tools create no client of the AWS SDK themselves', () => {
  const files = globSync('{functions,shared,operator,tooling,bin}/**/*.ts', { cwd: ROOT });
  const creating = files.filter((file) => /\bnew [A-Z]\w+Client\(/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(creating).toEqual([]);
});

/** whoami and the probe do not use the table. */
const NEEDING_THE_TABLE = FUNCTION_NAMES.filter((action) => action !== 'whoami' && action !== 'probe');

/** The tries of each function's requests, when AWS accepts them and never responds. */
const tries = new Map<FunctionName, readonly string[]>();
beforeAll(async () => {
  const { folder } = await builtFunctions();
  // Only four processes run at the same time. With more, a busy machine could connect so slowly that a try ends before
  // its request is sent.
  await mapInParallel(NEEDING_THE_TABLE, 4, async (action) => {
    const service = await startSilentService();
    await printedBy(folder, action, [service.endpoint], 2);
    tries.set(action, service.tries);
    await service.close();
  });
});

it.each(NEEDING_THE_TABLE)(
  'the function %s makes all permitted attempts of a request if the table never responds',
  (action) => {
    expect(tries.get(action)).toContain('attempt=2; max=2');
  },
);

/** Responds to the first request after `responseAfterMs`. Returns the tries that were needed for the result. */
async function triesWhen(responseAfterMs: number, response: object, request: Promise<unknown>) {
  let isSettled = false;
  const settled = request.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  await service.asked(1);
  mock.timers.tick(responseAfterMs);
  await setImmediate();
  const [first] = service.waiting;
  first?.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(response));
  while (!isSettled) {
    mock.timers.tick(10);
    await setImmediate();
  }
  await settled;
  return service.tries.length;
}

describe('the time limits of requests to AWS', () => {
  it('a read of the table can take 900 ms without a retry', async () => {
    const { db, name } = connectTable('lines', testSettings(service.endpoint));
    const read = db.send(new GetCommand({ TableName: name, Key: { PK: 'a', SK: 'b' } }));
    expect(await triesWhen(900, {}, read)).toBe(1);
  });

  it('a request for further messages from a queue can take 1.5 s without a retry', async () => {
    const sqs = functionClient(SQSClient, testSettings(service.endpoint));
    expect(await triesWhen(1_500, {}, wakeUpInbox(sqs, QUEUE_URLS).take('main'))).toBe(1);
  });

  it('the transaction that stores a call can take 4.9 s without a retry', async () => {
    const table = connectTable('lines', testSettings(service.endpoint));
    const { requestHandler } = table.db.config;
    const sendingOnce = connectTable('lines', { ...testSettings(service.endpoint), requestHandler, maxAttempts: 1 });
    const store = callRecorderOn(table, { sendingOnce }).store(aCall(), () => START_MS);
    expect(await triesWhen(4_900, {}, store)).toBe(1);
  });
});

/** Starts an endpoint of AWS that accepts every request and never responds. */
async function startSilentService() {
  const tries: string[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    tries.push(String(request.headers['amz-sdk-request']));
    waiting.push(response);
    server.emit('asked');
  });
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    /** Which try of the SDK each request is, in order of arrival: `attempt=1; max=3`. */
    tries,
    /** The responses that have not begun. A test can end them. */
    waiting,
    /** Resolves when this many requests have arrived. */
    async asked(requests: number) {
      while (tries.length < requests) await once(server, 'asked');
    },
    close: () => closeServer(server),
  };
}
