import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FUNCTION_NAMES } from '../../../../../lib/rights.ts';
import { mappingId } from '../../../../../local/aws/cloudformation/mapping-id.ts';
import type { StackModel } from '../../../../../local/aws/cloudformation/stack-model.ts';
import { readStacks } from '../../../../../local/aws/cloudformation/template.ts';
import { eventFilter } from '../../../../../local/aws/event-sources/event-filter.ts';
import { withCallsDays, withIntakeVisibilityTimeout } from '../../../../../local/stack-for-flags.ts';
import { assemblyOf } from '../../../../lib/synthesized.ts';

const SQS = 'http://127.0.0.1:9324';
let model: StackModel;

beforeAll(() => {
  model = readStacks(assemblyOf('local service'), SQS);
});

const functionName = (logicalId: string | undefined) =>
  model.functions.find((candidate) => candidate.logicalId === logicalId)?.name;
const queueName = (logicalId: string | undefined) =>
  model.queues.find((candidate) => candidate.logicalId === logicalId)?.name;

describe('the resources of the local service', () => {
  it("the local service has every function with the function's own bundle", () => {
    expect(model.functions.map(({ name }) => name).sort()).toEqual([...FUNCTION_NAMES].sort());
    for (const { name, codeDir } of model.functions) {
      expect(readFileSync(join(codeDir, 'index.js'), 'utf8')).toContain(`'${name}'`);
    }
  });

  it('the function `deliver-webhook` has the local name of the table and the local address of the slow queue', () => {
    const [table] = model.tables;
    const deliver = model.functions.find(({ name }) => name === 'deliver-webhook');
    const slow = model.queues.find(({ url }) => url === deliver?.environment['SLOW_QUEUE_URL']);
    expect(deliver?.environment['TABLE_NAME']).toBe(table?.name);
    expect(slow?.url).toMatch(/^http:\/\/127\.0\.0\.1:9324\/000000000000\/partner-lines-dev-stateful-/);
  });

  it('the relay is invoked only for new delivery rows', () => {
    const [relay] = model.streamMappings;
    expect(functionName(relay?.functionLogicalId)).toBe('relay');
    expect(relay?.tableLogicalId).toBe(model.tables[0]?.logicalId);
    expect(relay?.filters).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: ['DELIVERY'] } } } }]);
    expect(relay).toMatchObject({ bisectOnError: true, reportsBatchItemFailures: true, enabled: true });
    expect(relay?.maximumRetryAttempts).toBeGreaterThan(0);
    expect(queueName(relay?.failureQueueLogicalId)).toContain('RelayFailures');
  });

  it('the relay is not invoked when DynamoDB deletes an expired item', () => {
    const passes = eventFilter(model.streamMappings[0]?.filters ?? []);
    const recordOf = (eventName: string, PK: string, SK: string) => ({
      eventName,
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      dynamodb: { Keys: { PK: { S: PK }, SK: { S: SK } } },
    });
    expect(passes(recordOf('REMOVE', 'LINE#tn_1', 'CALL#1800000000000#c-1'))).toBe(false);
    expect(passes(recordOf('REMOVE', 'CALL#c-1', 'DELIVERY'))).toBe(false);
    expect(passes(recordOf('MODIFY', 'CALL#c-1', 'DELIVERY'))).toBe(false);
    expect(passes(recordOf('INSERT', 'CALL#c-1', 'DELIVERY'))).toBe(true);
  });

  it('the retention from `--calls-days` reaches record-call, intake and the operator tool', () => {
    const daysIn = (stack: StackModel) => [
      stack.functions.flatMap(({ name, environment }) =>
        'CALLS_DAYS' in environment ? [`${name} ${environment['CALLS_DAYS']}`] : [],
      ),
      stack.outputs['CallsDays'],
    ];
    expect(daysIn(withCallsDays(model, undefined))).toEqual([['record-call none', 'intake none'], 'none']);
    expect(daysIn(withCallsDays(model, 30))).toEqual([['record-call 30', 'intake 30'], '30']);
  });

  it('a shorter first retry wait also shortens the visibility timeout of the intake queue', () => {
    const waitIn = (stack: StackModel) =>
      stack.queues.find(({ url }) => url === stack.outputs['IntakeQueueUrl'])?.attributes['VisibilityTimeout'];
    expect(
      [undefined, 60_000, 6_000, 200].map((firstMs) => waitIn(withIntakeVisibilityTimeout(model, firstMs))),
    ).toEqual([...['900', '900', '90', '30']]);
    const others = ({ queues, outputs }: StackModel) => queues.filter(({ url }) => url !== outputs['IntakeQueueUrl']);
    expect(others(withIntakeVisibilityTimeout(model, 200))).toEqual(others(model));
  });

  it("each lane's queue invokes deliver-webhook, and the intake queue invokes intake", () => {
    expect(model.queueMappings.map(({ functionLogicalId }) => functionName(functionLogicalId))).toEqual([
      'deliver-webhook',
      'deliver-webhook',
      'deliver-webhook',
      'intake',
    ]);
    expect(new Set(model.queueMappings.map(({ queueLogicalId }) => queueLogicalId)).size).toBe(4);
    for (const mapping of model.queueMappings) expect(mapping.maximumConcurrency).toBeGreaterThan(0);
  });

  it('each dead-letter queue is listed before the queues that refer to it', () => {
    const made = new Set<string>();
    for (const { arn, attributes } of model.queues) {
      const target: unknown = JSON.parse(
        attributes['RedrivePolicy'] ?? '{"deadLetterTargetArn":null}',
      ).deadLetterTargetArn;
      if (target !== null) expect(made).toContain(target);
      made.add(arn);
    }
  });

  it('the outputs of the service stack have the local names of resources of both stacks', () => {
    const main = model.queueMappings.find(({ queueLogicalId }) => queueName(queueLogicalId)?.includes('Main'));
    expect(model.outputs).toMatchObject({
      TableName: model.tables[0]?.name,
      RecordCallFunctionName: 'record-call:live',
      DeliverMappingId: mappingId(main?.logicalId ?? ''),
      KeyArn: expect.stringMatching(/^arn:aws:kms:eu-west-1:000000000000:key\//),
      DeliveryQueueUrl: expect.stringContaining(`${SQS}/000000000000/`),
    });
  });
});
