import { expect, it } from '@jest/globals';
import { environmentsForQueues } from '../../../../local/aws/lambda/concurrency.ts';
import { queueMappingModel } from '../stack-parts.ts';

it('a function that reads from queues has one environment per concurrent batch, but at most 4 per mapping', () => {
  const main = queueMappingModel({ functionLogicalId: 'DeliverFn', maximumConcurrency: 2 });
  const slow = { ...main, logicalId: 'SlowMapping', maximumConcurrency: 100 };
  expect(environmentsForQueues([main, slow])).toEqual({ DeliverFn: 6 });
});
