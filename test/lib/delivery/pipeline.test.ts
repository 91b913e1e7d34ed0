import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { stackOutputs } from '../../../operator/target.ts';
import { TABLE } from '../../../shared/names/table.ts';
import { synthesized } from '../synthesized.ts';
import { parsedProperties, propertiesOf } from '../template-reader.ts';

const { service } = synthesized('prod');
/** The only mapping that reads the stream. */
const stream = propertiesOf(service, 'AWS::Lambda::EventSourceMapping').find(
  ({ StartingPosition }) => StartingPosition !== undefined,
);

describe('the function `relay`', () => {
  it("DynamoDB's stream invokes relay only for new delivery rows", () => {
    expect(stream).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { Keys: { SK: { S: [TABLE.deliverySortKey] } } },
            }),
          },
        ],
      },
    });
  });

  it("Lambda retries a failing record of relay 5 times, then sends the record's position to a queue", () => {
    expect(stream).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 21_600,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  });
});

describe('the mappings of the lanes and of the queue of finished calls', () => {
  const lanes = parsedProperties(service, 'AWS::Lambda::EventSourceMapping', {
    BatchSize: z.number(),
    FunctionResponseTypes: z.array(z.string()),
    ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
    EventSourceArn: z.unknown(),
  }).filter(({ ScalingConfig }) => ScalingConfig !== undefined);

  it('the lanes and the queue of finished calls are read in batches of ten', () => {
    expect(new Set(lanes.map(({ EventSourceArn }) => JSON.stringify(EventSourceArn))).size).toBe(4);
    for (const { BatchSize, FunctionResponseTypes } of lanes) {
      expect(BatchSize).toBe(10);
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  it('the four queues have the concurrency limits 50, 20, 20 and 10', () => {
    expect(lanes.map(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency).sort((a = 0, b = 0) => b - a)).toEqual([
      50, 20, 20, 10,
    ]);
  });
});

it('a rule starts the sweep every five minutes', () => {
  // The stack has one other rule, which starts the probe.
  expect(propertiesOf(service, 'AWS::Events::Rule')).toContainEqual(
    expect.objectContaining({ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED' }),
  );
});

// Only a deployment that names its commit has the output `Commit`; see templates.test.ts.
it.each(Object.keys(stackOutputs.shape).filter((name) => name !== 'Commit'))(
  'the outputs of the service stack contain %s, which the operator commands read',
  (name) => {
    expect(synthesized('prod with every setting').service.Outputs[name]).toMatchObject({ Value: expect.anything() });
  },
);
