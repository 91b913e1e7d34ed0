import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerArn, localUser } from '../../../operator/connections/actor.ts';
import { connectLocal } from '../../../operator/connections/local.ts';
import { connectStack } from '../../../operator/connections/stack.ts';
import { stackOutputs } from '../../../operator/target.ts';

const outputs = Object.fromEntries(Object.keys(stackOutputs.shape).map((name) => [name, `the-${name}`]));

describe('the local service', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const announce = (pid: number) => {
    const endpoint = 'http://127.0.0.1:1';
    const endpoints = {
      dynamodbEndpoint: endpoint,
      sqsEndpoint: endpoint,
      lambdaEndpoint: endpoint,
      kmsEndpoint: endpoint,
      cloudwatchEndpoint: endpoint,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    };
    const logFile = join(dataDir, 'service.log');
    writeFileSync(
      join(dataDir, 'service.json'),
      JSON.stringify({ pid, ...endpoints, stackName: 's', outputs, baseUrl: endpoint, sweepPeriodMs: 3_000, logFile }),
    );
  };

  it('the local service is found through service.json in its data folder', async () => {
    announce(process.pid);
    const { table, lambda, ...found } = await connectLocal(dataDir);
    expect([table.name, found.outputs, found.sweepPeriodMs]).toEqual(['the-TableName', outputs, 3_000]);
    expect(found.keepsData).toBe(false);
  });

  it('the local service is reported as not running when its data folder does not contain service.json', async () => {
    const nowhere = join(dataDir, 'nowhere');
    await expect(connectLocal(nowhere)).rejects.toThrow(`No local service runs with the data folder ${nowhere}`);
  });

  it('the local service is reported as not running when the process that wrote service.json has ended', async () => {
    // Higher than any process id that Linux assigns.
    announce(2 ** 22 + 1);
    await expect(connectLocal(dataDir)).rejects.toThrow(`No local service runs with the data folder ${dataDir}`);
  });
});

/** Configures a client of the SDK, for which `xml` takes the place of AWS's response. */
const responding = (xml: string) => ({
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  requestHandler: {
    handle: async () => ({
      response: { statusCode: 200, headers: { 'content-type': 'text/xml' }, body: new Blob([xml]).stream() },
    }),
  },
});

describe('the actor of a change', () => {
  const caller = (identity: string) =>
    callerArn(
      responding(
        `<GetCallerIdentityResponse><GetCallerIdentityResult>${identity}</GetCallerIdentityResult></GetCallerIdentityResponse>`,
      ),
    );

  it('the actor of a change of a stack is the ARN of the AWS credentials', async () => {
    const arn = 'arn:aws:sts::123456789012:assumed-role/operator/ann';
    expect(await caller(`<Arn>${arn}</Arn>`)).toBe(arn);
  });

  it('the actor of a change of a stack must be known', async () => {
    await expect(caller('')).rejects.toThrow('AWS did not say to whom the credentials belong');
  });

  it('the actor of a change of the local service is the user of this machine', async () => {
    expect(await localUser()).toBe(userInfo().username);
  });
});

describe('a stack in AWS', () => {
  const cloudFormation = (stackHas: Readonly<Record<string, string>>) => {
    const members = Object.entries(stackHas).map(
      ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const result = `<Stacks><member><StackName>s</StackName><Outputs>${members.join('')}</Outputs></member></Stacks>`;
    const xml = `<DescribeStacksResponse><DescribeStacksResult>${result}</DescribeStacksResult></DescribeStacksResponse>`;
    return new CloudFormationClient(responding(xml));
  };

  it('a stack in AWS is found by its name or ARN, with its outputs', async () => {
    const { table, ...found } = await connectStack('s', cloudFormation({ ...outputs, Other: 'not needed' }));
    expect([table.name, found.stackName, found.outputs]).toEqual(['the-TableName', 's', outputs]);
    const byArn = await connectStack('arn:aws:cloudformation:eu-west-1:1:stack/s/1', cloudFormation(outputs));
    expect(byArn.stackName).toBe('s');
  });

  it.each([
    [{ KeepsData: 'true' }, true],
    [{ KeepsData: 'false' }, false],
    [{}, true],
  ])('a stack in AWS counts as keeping data unless its output KeepsData is false: %j', async (says, keepsData) => {
    const { KeepsData: _, ...others } = outputs;
    expect((await connectStack('s', cloudFormation({ ...others, ...says }))).keepsData).toBe(keepsData);
  });

  it('a stack of an earlier version does not say where its logs are', async () => {
    const { LogGroupPrefix: _, ...others } = outputs;
    const { logs } = await connectStack('s', cloudFormation(others));
    await expect(logs.textsAbout('c-1', 0)).rejects.toThrow(
      'The stack s has no output LogGroupPrefix; deploy this version first.',
    );
  });

  it('a stack in AWS is rejected as the wrong stack when it lacks an output', async () => {
    const { KeyArn: _, ...others } = outputs;
    await expect(connectStack('s', cloudFormation(others))).rejects.toThrow(
      'The stack s has no output KeyArn; pass the name of the service stack with --stack.',
    );
  });
});
