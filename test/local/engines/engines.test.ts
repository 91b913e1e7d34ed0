import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { provisionTablesAndQueues } from '../../../local/aws/cloudformation/provision.ts';
import type { TableModel } from '../../../local/aws/cloudformation/stack-model.ts';
import { clientsOfHost } from '../../../local/aws-clients.ts';
import { type Engines, engineRecord, startEngines } from '../../../local/engines/engines.ts';
import { findDynoxide } from '../../../local/engines/programs.ts';
import { endProcess, isRunning, type ProcessIdentity } from '../../../tooling/machine/processes.ts';
import { TEST_ACCESS } from '../../support/access.ts';
import { queueModel } from '../aws/stack-parts.ts';

const TABLE: TableModel = {
  logicalId: 'Table',
  name: 'stack-Table',
  properties: {
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    AttributeDefinitions: [
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'owner', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byOwner',
        KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    DeletionProtectionEnabled: true,
    SSESpecification: { SSEEnabled: true },
  },
};

const queue = (endpoint: string, attributes: Record<string, string>) =>
  queueModel('stack-Queue', { endpoint, attributes: { SqsManagedSseEnabled: 'true', ...attributes } });

let dataDir: string;
let engines: Engines | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'engines-'));
});
afterEach(async () => {
  await engines?.close();
  engines = undefined;
  rmSync(dataDir, { recursive: true });
});

const start = async () => {
  engines = await startEngines({ dataDir, accessKeyId: TEST_ACCESS.accessKeyId });
  return { engines, ...clientsOfHost({ dynamodb: engines.dynamodbEndpoint, sqs: engines.sqsEndpoint }, TEST_ACCESS) };
};
const recorded = (): ProcessIdentity[] =>
  engineRecord.parse(JSON.parse(readFileSync(join(dataDir, 'engines.json'), 'utf8')));

/** Resolves when none of the processes runs. The test's own timeout is the limit. */
async function untilGone(identities: readonly ProcessIdentity[]) {
  while (identities.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the embedded engines of the local service', () => {
  it('the embedded engines keep their content over a restart', async () => {
    const first = await start();
    const url = `${first.engines.sqsEndpoint}/000000000000/stack-Queue`;
    const model = { tables: [TABLE], queues: [queue(first.engines.sqsEndpoint, { VisibilityTimeout: '60' })] };
    const { streamArns } = await provisionTablesAndQueues(model, first);
    await first.dynamodb.send(new PutItemCommand({ TableName: TABLE.name, Item: { PK: { S: 'kept' } } }));
    await first.sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'kept' }));
    await first.engines.close();

    const second = await start();
    // Queue URLs stay valid after a restart.
    expect(second.engines.sqsEndpoint).toBe(first.engines.sqsEndpoint);
    const changed = { tables: [TABLE], queues: [queue(second.engines.sqsEndpoint, { VisibilityTimeout: '90' })] };
    expect(await provisionTablesAndQueues(changed, second)).toEqual({ streamArns });

    const { Table } = await second.dynamodb.send(new DescribeTableCommand({ TableName: TABLE.name }));
    expect(Table).toMatchObject({
      LatestStreamArn: streamArns['Table'],
      GlobalSecondaryIndexes: [{ IndexName: 'byOwner' }],
    });
    const ttl = await second.dynamodb.send(new DescribeTimeToLiveCommand({ TableName: TABLE.name }));
    expect(ttl.TimeToLiveDescription?.AttributeName).toBe('expiresAt');
    const { Messages } = await second.sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(Messages).toMatchObject([{ Body: 'kept' }]);
    const attributes = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
    expect((await second.sqs.send(attributes)).Attributes).toMatchObject({ VisibilityTimeout: '90' });
  });

  it('a new index of a stored table contains the existing items', async () => {
    const { dynamodb, sqs } = await start();
    const [key] = [{ AttributeName: 'PK', AttributeType: 'S' }];
    const without = { GlobalSecondaryIndexes: undefined, AttributeDefinitions: [key] };
    const earlier = { ...TABLE, properties: { ...TABLE.properties, ...without } };
    await provisionTablesAndQueues({ tables: [earlier], queues: [] }, { dynamodb, sqs });
    const Item = { PK: { S: 'kept' }, owner: { S: 'ann' } };
    await dynamodb.send(new PutItemCommand({ TableName: TABLE.name, Item }));
    await provisionTablesAndQueues({ tables: [TABLE], queues: [] }, { dynamodb, sqs });
    const { Items } = await dynamodb.send(
      new QueryCommand({
        TableName: TABLE.name,
        IndexName: 'byOwner',
        KeyConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': { S: 'ann' } },
      }),
    );
    expect(Items).toEqual([Item]);
  });

  it('a stored table is rejected if it has an index that the stack lacks', async () => {
    const { dynamodb, sqs } = await start();
    await provisionTablesAndQueues({ tables: [TABLE], queues: [] }, { dynamodb, sqs });
    const other = { ...TABLE, properties: { ...TABLE.properties, GlobalSecondaryIndexes: undefined } };
    await expect(provisionTablesAndQueues({ tables: [other], queues: [] }, { dynamodb, sqs })).rejects.toThrow(
      `The table ${TABLE.name} was made by another version of the service; choose another --data. If you use --dynamodb-endpoint, delete the table.`,
    );
  });

  it('the embedded engines reject requests without the access key', async () => {
    const { engines: started } = await start();
    const ports = [started.dynamodbEndpoint, started.sqsEndpoint];
    const responses = await Promise.all(ports.map((port) => fetch(port, { method: 'POST', body: '{}' })));
    expect(responses.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('the embedded engines also work without network namespaces', async () => {
    engines = await startEngines({
      ...{ dataDir, accessKeyId: TEST_ACCESS.accessKeyId },
      makeNamespace: async () => ({ whyNone: 'this machine has none' }),
    });
    expect(engines.whyTableIsExposed).toBe('this machine has none');
    const { dynamodb } = clientsOfHost({ dynamodb: engines.dynamodbEndpoint, sqs: engines.sqsEndpoint }, TEST_ACCESS);
    expect((await dynamodb.send(new ListTablesCommand())).TableNames).toEqual([]);
  });

  it('the embedded engines exit when the process that started them is killed', async () => {
    const engineModule = new URL('../../../local/engines/engines.ts', import.meta.url);
    const program = `import { startEngines } from '${engineModule}'; await startEngines({ dataDir: '${dataDir}', accessKeyId: 'any' }); console.log('up'); setInterval(() => {}, 1000);`;
    const host = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(host.stdout, 'data');
    const processes = recorded();
    expect(processes.map(isRunning)).toEqual([true, true, true]);
    host.kill('SIGKILL');
    await untilGone(processes);
  });

  it('the local service ends the embedded engines that an earlier start left running', async () => {
    await start();
    const [watchdog, ...leftOver] = recorded();
    if (watchdog) process.kill(watchdog.pid, 'SIGKILL');
    const record = JSON.stringify(leftOver);
    await engines?.ended;
    expect(leftOver.map(isRunning)).toEqual([true, true]);
    writeFileSync(join(dataDir, 'engines.json'), record);

    await start();
    expect(leftOver.map(isRunning)).toEqual([false, false]);
  });

  it('if one embedded engine exits, the watchdog and the other engine exit too', async () => {
    await start();
    const [watchdog, dynoxide, fauxqs] = recorded();
    if (!watchdog || !dynoxide || !fauxqs) throw new Error('There should be three processes');
    await endProcess(dynoxide);
    await engines?.ended;
    expect([watchdog, fauxqs].map(isRunning)).toEqual([false, false]);
  });

  it('the DynamoDB engine is found in node_modules or on the PATH', () => {
    expect(findDynoxide('linux', '')).toMatch(/node_modules\/@dynoxide\/linux-.+\/dynoxide$/);
    writeFileSync(join(dataDir, 'dynoxide'), '');
    expect(findDynoxide('sunos', `/nowhere:${dataDir}`)).toBe(join(dataDir, 'dynoxide'));
    expect(() => findDynoxide('sunos', '/nowhere')).toThrow(
      /^There is no DynamoDB engine for sunos-.+: install it with npm i --include=optional, put dynoxide on the PATH, or name an engine with --dynamodb-endpoint\.$/,
    );
  });
});
