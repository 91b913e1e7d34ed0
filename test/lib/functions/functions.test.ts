import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { STAGES } from '../../../lib/stages.ts';
import type { VariableName } from '../../../shared/config/config.ts';
import { functionNames } from '../../../tooling/build/bundles.ts';
import { synthesized } from '../synthesized.ts';
import { functionsOf, type LambdaFunction, only, propertiesOf, resources, type Template } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const functions = functionsOf(service);

/** Every variable that a deployed function may have. The overrides of the local service are not among them. */
const KNOWN_VARIABLES: readonly VariableName[] = [
  'POWERTOOLS_SERVICE_NAME',
  'POWERTOOLS_METRICS_NAMESPACE',
  'TABLE_NAME',
  'QUEUE_URL',
  'SLOW_QUEUE_URL',
  'HUNG_QUEUE_URL',
  'INTAKE_QUEUE_URL',
  'INTAKE_DEAD_LETTER_QUEUE_URL',
  'CALLS_DAYS',
  'NOTICES_TOPIC_ARN',
  'NEW_VERSIONS',
];

describe('the deployed functions', () => {
  it('every folder under functions/ is deployed as a function', () => {
    expect(functions.map(({ action }) => action).sort()).toEqual(functionNames());
  });

  it.each(functions)('the deployed function $action has the common runtime and JSON logs', (fn) => {
    expect(fn).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
    });
  });

  it.each(functions)(
    'the deployed function $action has no variable that only the local service may set',
    ({ variables }) => {
      expect(KNOWN_VARIABLES).toEqual(expect.arrayContaining(Object.keys(variables)));
    },
  );

  it.each(functions)(
    'the deployed function $action has its own log group, which keeps entries for 90 days',
    ({ action, LoggingConfig: { LogGroup } }) => {
      expect(LogGroup).toBe(`/partner-lines/prod/${action}`);
      const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup');
      expect(groups.find(({ LogGroupName }) => LogGroupName === LogGroup)?.['RetentionInDays']).toBe(90);
    },
  );
});

const alias = z.object({ FunctionName: z.object({ Ref: z.string() }) });
const mapping = z.object({ FunctionName: z.unknown(), EventSourceArn: z.unknown() });
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((action) => `dynamodb:${action}`);

/** Returns one name for a table and its stream, because a write to the table feeds the stream. */
const sourceOf = (arn: unknown) =>
  JSON.stringify(arn)
    .replace('StreamArn', 'Arn')
    .replace(/[0-9A-F]{8}"/, '"');

function targetsOf({ statements }: LambdaFunction): string[] {
  const feeding = statements.filter(({ Action }) =>
    Action.some((action) => action === 'sqs:SendMessage' || WRITES.includes(action)),
  );
  return feeding.flatMap(({ Resource }) => [Resource].flat().map(sourceOf));
}

/** Returns, for each function, the functions that are invoked by the queues and streams to which it writes. */
function successors(template: Template): Map<string, string[]> {
  const functions = functionsOf(template);
  const aliases = Object.entries(resources(template, 'AWS::Lambda::Alias', alias));
  const mappings = Object.values(resources(template, 'AWS::Lambda::EventSourceMapping', mapping));
  const invokedBy = (source: string) =>
    mappings
      .filter(({ EventSourceArn }) => sourceOf(EventSourceArn) === source)
      .flatMap(({ FunctionName }) => aliases.filter(([id]) => JSON.stringify(FunctionName).includes(`"${id}"`)))
      .flatMap(([, { FunctionName }]) => functions.filter(({ id }) => id === FunctionName.Ref))
      .map(({ action }) => action);
  return new Map(functions.map((fn) => [fn.action, targetsOf(fn).flatMap(invokedBy)]));
}

function isInLoop(action: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set<string>();
  const waiting = [...(next.get(action) ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    waiting.push(...(next.get(at) ?? []));
  }
  return reached.has(action);
}

it.each(STAGES)(
  "Lambda's detection of recursive loops is off in stage %s only for deliver-webhook and relay",
  (stage) => {
    const { service } = synthesized(stage);
    const next = successors(service);
    const looping = [...next.keys()].filter((action) => isInLoop(action, next));
    const allowed = functionsOf(service).filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow');
    expect(looping.sort()).toEqual(['deliver-webhook', 'relay']);
    expect(allowed.map(({ action }) => action).sort()).toEqual(looping);
  },
);

describe('the saved query for the log lines about a call', () => {
  const { Name, LogGroupNames } = only(service, 'AWS::Logs::QueryDefinition').Properties;

  it('the saved query for the log lines about a call searches only log groups that exist in the stack', () => {
    const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName);
    expect(groups).toEqual(expect.arrayContaining([LogGroupNames].flat()));
  });

  it('the runbook names the saved query for the log lines about a call', () => {
    const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
    expect(runbook).toContain(`saved query \`${Name}\``);
    expect(runbook).toContain('`CALL_ID`');
  });
});
