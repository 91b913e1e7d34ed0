import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  GetEventSourceMappingCommand,
  GetFunctionCommand,
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mappingId } from '../../../../local/aws/cloudformation/mapping-id.ts';
import { makeMappings } from '../../../../local/aws/event-sources/mappings.ts';
import { authorizationHeader } from '../../../../local/aws/http/access-key.ts';
import { startLambdaApi } from '../../../../local/aws/lambda/api.ts';
import type { Invoke } from '../../../../local/aws/lambda/invoke.ts';
import { until } from '../../../support/until.ts';
import { functionModel, queueMappingModel, queueModel, streamMappingModel } from '../stack-parts.ts';

const FUNCTIONS = [
  functionModel('relay', { logicalId: 'RelayFn' }),
  functionModel('deliver-webhook', { logicalId: 'DeliverFn' }),
];
const QUEUE = queueModel('main');
const STREAM_MAPPING = streamMappingModel({
  functionLogicalId: 'RelayFn',
  filters: [{ eventName: ['INSERT'] }],
  failureQueueLogicalId: 'main',
});
const QUEUE_MAPPING = queueMappingModel({ functionLogicalId: 'DeliverFn', maximumConcurrency: 2 });
const RELAY = mappingId('RelayMapping');

const nowhere = {
  endpoint: 'http://127.0.0.1:1',
  region: 'eu-west-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};
let dataDir: string;
let close: (() => Promise<void>)[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lambda-api-'));
});
afterEach(async () => {
  await Promise.all(close.map((end) => end()));
  close = [];
  rmSync(dataDir, { recursive: true });
});

/** Starts the local Lambda API, which passes each invocation to `invoke`. Returns the SDK's client for the API. */
async function start(invoke: Invoke = async () => ({ ok: true, payload: null })) {
  const mappings = makeMappings({
    stack: { functions: FUNCTIONS, queues: [QUEUE], streamMappings: [STREAM_MAPPING], queueMappings: [QUEUE_MAPPING] },
    streamArns: { Table: 'arn:aws:dynamodb:eu-west-1:000000000000:table/lines/stream/1' },
    dataDir,
    streams: new DynamoDBStreamsClient(nowhere),
    sqs: new SQSClient(nowhere),
    invoke,
    nowMs: () => 0,
    onFault: () => undefined,
  });
  const api = await startLambdaApi({ accessKeyId: 'a', functions: FUNCTIONS, invoke, mappings });
  const lambda = new LambdaClient({ ...nowhere, endpoint: api.endpoint, maxAttempts: 1 });
  close.push(() => mappings.close(), api.close);
  return { lambda, endpoint: api.endpoint };
}
const textOf = (payload: Uint8Array | undefined) => Buffer.from(payload ?? []).toString();

describe('the local Lambda API', () => {
  it('the local Lambda API returns the result of a function that it invokes by name', async () => {
    const { lambda } = await start(async (id, event) => ({ ok: true, payload: { id, event } }));
    const response = await lambda.send(new InvokeCommand({ FunctionName: 'relay', Payload: Buffer.from('{"é":1}') }));
    expect(response).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    expect(response.FunctionError).toBeUndefined();
    expect(JSON.parse(textOf(response.Payload))).toEqual({ id: 'RelayFn', event: { é: 1 } });
  });

  it('the local Lambda API accepts an ARN as a function name', async () => {
    const { lambda } = await start(async (id) => ({ ok: true, payload: id }));
    const response = await lambda.send(new InvokeCommand({ FunctionName: FUNCTIONS[1]?.arn }));
    expect(textOf(response.Payload)).toBe('"DeliverFn"');
  });

  it('the local Lambda API rejects a function name that is not valid percent-encoded UTF-8', async () => {
    const { endpoint } = await start();
    const headers = { authorization: authorizationHeader('a') };
    expect((await fetch(`${endpoint}/2015-03-31/functions/%E0%A4`, { headers })).status).toBe(400);
  });

  it('the local Lambda API returns the error of a failed invocation', async () => {
    const error = { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 3.00 seconds' };
    const { lambda } = await start(async () => ({ ok: false, error }));
    const response = await lambda.send(new InvokeCommand({ FunctionName: 'relay' }));
    expect(response).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
    expect(JSON.parse(textOf(response.Payload))).toEqual(error);
  });

  it('the local Lambda API does not wait for an asynchronous invocation', async () => {
    const events: unknown[] = [];
    const { lambda } = await start((_, event) => {
      events.push(event);
      return new Promise(() => {});
    });
    const command = new InvokeCommand({ FunctionName: 'relay', InvocationType: 'Event', Payload: Buffer.from('[1]') });
    expect(await lambda.send(command)).toMatchObject({ StatusCode: 202 });
    expect(events).toEqual([[1]]);
  });

  it('the local Lambda API returns ResourceNotFound for an unknown function', async () => {
    const { lambda } = await start();
    const command = new InvokeCommand({ FunctionName: 'other' });
    await expect(lambda.send(command)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('the local Lambda API rejects an event that is not JSON or is too large', async () => {
    const { lambda } = await start();
    const invoke = (payload: string) =>
      lambda.send(new InvokeCommand({ FunctionName: 'relay', Payload: Buffer.from(payload) }));
    await expect(invoke('{')).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
    await expect(invoke(`"${'x'.repeat(6_291_456)}"`)).rejects.toMatchObject({ name: 'RequestTooLargeException' });
  });

  it('the local Lambda API rejects requests without the access key', async () => {
    const { endpoint } = await start();
    const response = await fetch(`${endpoint}/2015-03-31/functions/relay/invocations`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(403);
  });

  it('the local Lambda API returns the settings of a function', async () => {
    const { lambda } = await start();
    const { Configuration } = await lambda.send(new GetFunctionCommand({ FunctionName: 'relay' }));
    expect(Configuration).toMatchObject({ FunctionName: 'relay', Timeout: 30, MemorySize: 256, Runtime: 'nodejs24.x' });
  });

  it('the local Lambda API lists the mappings of one function', async () => {
    const { lambda } = await start();
    const all = await lambda.send(new ListEventSourceMappingsCommand({}));
    expect(all.EventSourceMappings?.map(({ UUID }) => UUID)).toEqual([RELAY, mappingId('MainMapping')]);
    const deliver = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName: 'deliver-webhook' }));
    expect(deliver.EventSourceMappings).toMatchObject([
      { EventSourceArn: QUEUE.arn, BatchSize: 10, ScalingConfig: { MaximumConcurrency: 2 }, State: 'Enabled' },
    ]);
  });

  it('the local Lambda API returns a mapping with the settings from the stack', async () => {
    const { lambda } = await start();
    expect(await lambda.send(new GetEventSourceMappingCommand({ UUID: RELAY }))).toMatchObject({
      FunctionArn: FUNCTIONS[0]?.arn,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: QUEUE.arn } },
      State: 'Enabled',
    });
    const unknown = new GetEventSourceMappingCommand({ UUID: 'unknown' });
    await expect(lambda.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('a mapping that the local Lambda API has disabled stays disabled across a restart', async () => {
    const { lambda } = await start();
    const state = async () => (await lambda.send(new GetEventSourceMappingCommand({ UUID: RELAY }))).State;
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID: RELAY, Enabled: false }));
    await until(async () => (await state()) === 'Disabled');

    const { lambda: restarted } = await start();
    const response = await restarted.send(new ListEventSourceMappingsCommand({}));
    expect(response.EventSourceMappings?.map(({ State }) => State)).toEqual(['Disabled', 'Enabled']);
    const enabled = await restarted.send(new UpdateEventSourceMappingCommand({ UUID: RELAY, Enabled: true }));
    expect(enabled.State).toBe('Enabled');
  });
});

it("the id of a mapping is a UUID that depends only on the mapping's logical id", () => {
  expect(RELAY).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(mappingId('RelayMapping')).toBe(RELAY);
  expect(mappingId('MainMapping')).not.toBe(RELAY);
});
