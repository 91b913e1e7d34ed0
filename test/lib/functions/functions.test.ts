import { describe, expect, it } from '@jest/globals';
import type { VariableName } from '../../../shared/config/config.ts';
import { actions } from '../../../tooling/build/bundles.ts';
import { synthesized } from '../synthesized.ts';
import { functionsOf, propertiesOf } from '../template-reader.ts';

const { stateful, service } = synthesized('prod');
const functions = functionsOf(service);

/** All that may ever be set on a deployed function. What only the local service may change is not among it. */
const KNOWN_VARIABLES: readonly VariableName[] = [
  'POWERTOOLS_SERVICE_NAME',
  'POWERTOOLS_METRICS_NAMESPACE',
  'TABLE_NAME',
  'QUEUE_URL',
  'SLOW_QUEUE_URL',
  'SLOW_QUEUE_ARN',
];

describe('functions', () => {
  it('are the folders under functions/, each one deployed and none besides', () => {
    expect(functions.map(({ action }) => action).sort()).toEqual(actions());
  });

  it.each(functions.map((fn) => [fn.action, fn] as const))('%s runs on the one runtime and logs as JSON', (_, fn) => {
    expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], LoggingConfig: { LogFormat: 'JSON' } });
  });

  it.each(functions.map((fn) => [fn.action, fn] as const))(
    '%s can be told nothing that belongs to local running',
    (_, fn) => {
      expect(KNOWN_VARIABLES).toEqual(expect.arrayContaining(Object.keys(fn.variables)));
    },
  );

  it.each(functions.map((fn) => [fn.action, fn] as const))(
    '%s writes to a log group that is kept for 90 days',
    (action, fn) => {
      expect(fn.LoggingConfig.LogGroup).toBe(`/partner-lines/prod/${action}`);
      const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup');
      const own = groups.find(({ LogGroupName }) => LogGroupName === fn.LoggingConfig.LogGroup);
      expect(own?.['RetentionInDays']).toBe(90);
    },
  );
});
