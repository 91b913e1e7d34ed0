import { describe, expect, it } from '@jest/globals';
import { metricsInLine } from '../../../../local/aws/cloudwatch/emf.ts';

const line = (content: Readonly<Record<string, unknown>>, about: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    _aws: {
      Timestamp: 1_795_297_097_935,
      CloudWatchMetrics: [
        {
          Namespace: 'PartnerLines/dev',
          Dimensions: [['service', 'function']],
          Metrics: [{ Name: 'UnhandledError', Unit: 'Count' }],
          ...about,
        },
      ],
    },
    service: 'partner-lines',
    function: 'relay',
    ...content,
  });
const metric = {
  namespace: 'PartnerLines/dev',
  name: 'UnhandledError',
  dimensions: { service: 'partner-lines', function: 'relay' },
};

describe('metrics in a line that a function prints', () => {
  it.each([
    ['an ordinary line of the log', '{"level":"INFO","message":"Call recorded"}'],
    ['a text', 'START RequestId'],
    ['a text that mentions "_aws"', 'what is "_aws" for?'],
    ['a JSON line with the text "_aws" inside a message', JSON.stringify({ message: 'no key "_aws"' })],
    ['a list', '["_aws"]'],
  ])('a printed line has no metrics if it is %s', (_what, printed) => {
    expect(metricsInLine(printed)).toEqual([]);
  });

  it('a printed line of metrics can have one value or several values for a metric', () => {
    const at = { metric, atMs: 1_795_297_097_935 };
    expect(metricsInLine(line({ UnhandledError: 2 }))).toEqual([{ ...at, values: [2] }]);
    expect(metricsInLine(line({ UnhandledError: [3, 0] }))).toEqual([{ ...at, values: [3, 0] }]);
  });

  it('a printed line reports each of its metrics under each of its sets of dimensions', () => {
    const about = { Dimensions: [['service'], []], Metrics: [{ Name: 'Skipped' }, { Name: 'Attempts' }] };
    const found = metricsInLine(line({ Skipped: 1, Attempts: 2 }, about));
    expect(found.map((one) => [one.metric.name, one.metric.dimensions, one.values])).toEqual([
      ['Skipped', { service: 'partner-lines' }, [1]],
      ['Skipped', {}, [1]],
      ['Attempts', { service: 'partner-lines' }, [2]],
      ['Attempts', {}, [2]],
    ]);
  });

  it.each([
    ['was cut off', line({ UnhandledError: 1 }).slice(0, -3), 'not valid JSON'],
    ['has no value for a metric', line({}), 'UnhandledError has no value'],
    ['has text as the value of a metric', line({ UnhandledError: 'one' }), 'UnhandledError has no value'],
    ['has an empty list of values', line({ UnhandledError: [] }), 'UnhandledError has no value'],
    ['lacks a dimension', line({ UnhandledError: 1, function: undefined }), 'the dimension function has no value'],
    ['names no namespace', line({ UnhandledError: 1 }, { Namespace: '' }), 'at _aws.CloudWatchMetrics[0].Namespace'],
    ['has an unknown form', JSON.stringify({ _aws: 1 }), 'at _aws'],
  ])('a printed line of metrics is rejected if it %s', (_what, printed, why) => {
    expect(() => metricsInLine(printed)).toThrow(why);
    expect(() => metricsInLine(printed)).not.toThrow('partner-lines');
  });
});
