import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from '@jest/globals';
import { connectLocal, localUser } from '../../../operator/connections/local.ts';
import { callerArn, connectStack } from '../../../operator/connections/stack.ts';
import { stackOutputs } from '../../../operator/target.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const outputs = Object.fromEntries(Object.keys(stackOutputs.shape).map((name) => [name, `the-${name}`]));

describe('the connection of the operator tool to the local service', () => {
  const dataDir = temporaryFolder('operator-');

  const announce = (pid: number) => {
    const endpoint = 'http://127.0.0.1:1';
    const endpoints = {
      dynamodbEndpoint: endpoint,
      sqsEndpoint: endpoint,
      lambdaEndpoint: endpoint,
      kmsEndpoint: endpoint,
      cloudwatchEndpoint: endpoint,
      baseUrl: endpoint,
    };
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const service = { pid, stackName: 's', outputs, sweepPeriodMs: 3_000, logFile: join(dataDir, 'service.log') };
    writeFileSync(join(dataDir, 'service.json'), JSON.stringify({ ...endpoints, ...service, credentials }));
  };

  it('the operator tool finds the local service through service.json in the data folder', async () => {
    announce(process.pid);
    const { table, lambda, ...found } = await connectLocal(dataDir);
    expect([table.name, found.outputs, found.sweepPeriodMs]).toEqual(['the-TableName', outputs, 3_000]);
    expect(found.keepsData).toBe(false);
  });

  it('the local service counts as not running if its data folder has no service.json', async () => {
    const nowhere = join(dataDir, 'nowhere');
    await expect(connectLocal(nowhere)).rejects.toThrow(`No local service runs with the data folder ${nowhere}`);
  });

  it('the local service counts as not running if the process that wrote service.json has ended', async () => {
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

describe('the actor that the audit trail records', () => {
  const caller = (identity: string) =>
    callerArn(
      responding(
        `<GetCallerIdentityResponse><GetCallerIdentityResult>${identity}</GetCallerIdentityResult></GetCallerIdentityResponse>`,
      ),
    );

  it('the actor of a change to a stack is the ARN of the AWS credentials', async () => {
    const arn = 'arn:aws:sts::123456789012:assumed-role/operator/ann';
    expect(await caller(`<Arn>${arn}</Arn>`)).toBe(arn);
  });

  it('an operator cannot change a stack if AWS does not say to whom the credentials belong', async () => {
    await expect(caller('')).rejects.toThrow('AWS did not say to whom the credentials belong');
  });

  it('the actor of a change to the local service is the user of the machine', async () => {
    expect(await localUser()).toBe(userInfo().username);
  });
});

describe('the connection of the operator tool to a stack in AWS', () => {
  const cloudFormation = (stackHas: Readonly<Record<string, string>>) => {
    const members = Object.entries(stackHas).map(
      ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const result = `<Stacks><member><StackName>s</StackName><Outputs>${members.join('')}</Outputs></member></Stacks>`;
    const xml = `<DescribeStacksResponse><DescribeStacksResult>${result}</DescribeStacksResult></DescribeStacksResponse>`;
    return new CloudFormationClient(responding(xml));
  };

  it('the operator tool finds a stack by name or ARN', async () => {
    const { table, ...found } = await connectStack('s', cloudFormation({ ...outputs, Other: 'not needed' }));
    expect([table.name, found.stackName, found.outputs]).toEqual(['the-TableName', 's', outputs]);
    const byArn = await connectStack('arn:aws:cloudformation:eu-west-1:1:stack/s/1', cloudFormation(outputs));
    expect(byArn.stackName).toBe('s');
  });

  it.each([
    [{ KeepsData: 'true' }, true],
    [{ KeepsData: 'false' }, false],
    [{}, true],
  ])('a stack counts as keeping data unless its output KeepsData is false: %j', async (says, keepsData) => {
    const { KeepsData: _, ...others } = outputs;
    expect((await connectStack('s', cloudFormation({ ...others, ...says }))).keepsData).toBe(keepsData);
  });

  it('the logs of a stack without the output LogGroupPrefix cannot be searched', async () => {
    const { LogGroupPrefix: _, ...others } = outputs;
    const { logs } = await connectStack('s', cloudFormation(others));
    await expect(logs.textsAbout('c-1', 0)).rejects.toThrow(
      'The stack s has no output LogGroupPrefix; deploy this version first.',
    );
  });

  it('a stack without a required output is rejected as the wrong stack', async () => {
    const { KeyArn: _, ...others } = outputs;
    await expect(connectStack('s', cloudFormation(others))).rejects.toThrow(
      'The stack s has no output KeyArn; pass the name of the service stack with --stack.',
    );
  });
});
