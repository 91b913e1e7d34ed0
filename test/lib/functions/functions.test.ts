import { describe, expect, it } from '@jest/globals';
import type { VariableName } from '../../../shared/config/config.ts';
import { actions } from '../../../tooling/build/bundles.ts';
import { synthesized } from '../synthesized.ts';
import { functionsOf, propertiesOf } from '../template-reader.ts';

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
];

describe('the deployed functions', () => {
  it('are exactly the folders under functions/', () => {
    expect(functions.map(({ action }) => action).sort()).toEqual(actions());
  });

  it.each(functions.map((fn) => [fn.action, fn] as const))('all use the same runtime and log as JSON: %s', (_, fn) => {
    expect(fn).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
    });
  });

  it.each(functions.map((fn) => [fn.action, fn] as const))(
    'have no variable that only the local service may set: %s',
    (_, fn) => {
      expect(KNOWN_VARIABLES).toEqual(expect.arrayContaining(Object.keys(fn.variables)));
    },
  );

  it.each(functions.map((fn) => [fn.action, fn] as const))(
    'each write to their own log group, which keeps entries for 90 days: %s',
    (action, fn) => {
      expect(fn.LoggingConfig.LogGroup).toBe(`/partner-lines/prod/${action}`);
      const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup');
      const own = groups.find(({ LogGroupName }) => LogGroupName === fn.LoggingConfig.LogGroup);
      expect(own?.['RetentionInDays']).toBe(90);
    },
  );
});
