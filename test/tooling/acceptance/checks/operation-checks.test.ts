import { describe, expect, it } from '@jest/globals';
import { QUEUE_NAMES } from '../../../../operator/console/protocol/queues.ts';
import { type Row, runChecks } from '../../../../tooling/acceptance/check.ts';
import { OPERATION_CHECKS } from '../../../../tooling/acceptance/checks/operation-checks.ts';
import { fakeSqs, type Responded, rejection } from '../../../operator/fake-clients.ts';
import { operatorWorld } from '../../../operator/operator-world.ts';

const NAMES = QUEUE_NAMES.map((queue) => `doctor: queue ${queue}`);
const QUEUE_CHECKS = OPERATION_CHECKS.filter(({ name }) => NAMES.includes(name));

/** Runs the checks of queues. SQS responds to each question about a queue with `response`. */
async function rowsOf(response: Responded): Promise<Row[]> {
  const { target } = await operatorWorld({ parts: { sqs: fakeSqs(() => response) } });
  const world = { target, stage: undefined, run: async () => Promise.reject(new Error('not a check of a queue')) };
  return Array.fromAsync(runChecks(QUEUE_CHECKS, world, { aborted: () => false }));
}

describe('the acceptance checks of queues', () => {
  it('the checks of queues pass if a dead-letter queue has messages', async () => {
    const rows = await rowsOf({ body: { Attributes: { RedrivePolicy: '{}', ApproximateNumberOfMessages: '2' } } });
    expect(rows.map(({ name, status }) => [name, status])).toEqual(NAMES.map((name) => [name, 'ok']));
  });

  it('the check of each queue fails if the queue is missing', async () => {
    const rows = await rowsOf(rejection('QueueDoesNotExist'));
    expect(rows).toEqual(
      NAMES.map((name) => ({ name, status: 'failed', reason: expect.stringContaining('there is no queue') })),
    );
  });

  it('the check of a queue fails if a function reads the queue and the queue has no dead-letter queue', async () => {
    const rows = await rowsOf({ body: { Attributes: {} } });
    expect(rows.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual(
      ['main', 'slow', 'hung', 'intake'].map((queue) => `doctor: queue ${queue}`),
    );
  });
});
