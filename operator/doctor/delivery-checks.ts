import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { findPartners, listPartners } from '../../shared/store/partners/partners.ts';
import { MAPPING_NAMES, type MappingName, mappingIdOf, mappingsOf } from '../commands/mapping.ts';
import {
  FAILURE_QUEUES,
  type FailureQueue,
  isOfKind,
  type QueueName,
  WORK_QUEUES,
} from '../console/protocol/queues.ts';
import { messageCountsIn } from '../queues/list.ts';
import { existingQueues, urlOf } from '../queues/queues.ts';
import { findFailingPartners, findHealthOfPartners } from '../records/partner-health.ts';
import { operatorCommand, type Target } from '../target.ts';
import { ABSENT, type Check, type CheckResult, failedResult, passedResult, REDEPLOY } from './check.ts';

const mappingCheck = (name: MappingName): Check => ({
  name: `mapping ${name}`,
  run: async (target) => {
    if (!mappingsOf(target).includes(name)) return passedResult(ABSENT);
    const { State = 'nothing', LastProcessingResult = '' } = await target.lambda.send(
      new GetEventSourceMappingCommand({ UUID: mappingIdOf(target, name) }),
    );
    if (State === 'Disabled' || State === 'Disabling') {
      const enable = operatorCommand(target, `mapping enable --name ${name}`);
      return failedResult('the mapping is disabled: Lambda does not read its queue or stream', enable);
    }
    if (State !== 'Enabled') return failedResult(`is ${State}`, 'wait a minute, then run doctor again');
    const isFailing = LastProcessingResult.startsWith('PROBLEM');
    return isFailing
      ? failedResult(LastProcessingResult, 'read the log of the function that this mapping invokes')
      : passedResult();
  },
});

const workQueueCheck = (queue: QueueName) =>
  queueCheck(queue, (attributes) =>
    attributes['RedrivePolicy']
      ? passedResult(nonZeroCounts(attributes).join(', '))
      : failedResult('the queue has no dead-letter queue: a message that always fails is retried for days', REDEPLOY),
  );

const failureQueueCheck = (queue: FailureQueue) =>
  queueCheck(queue, (attributes, target) => {
    const found = nonZeroCounts(attributes);
    if (found.length === 0) return passedResult();
    const look = operatorCommand(target, `dlq list --queue ${queue}`);
    const what = isOfKind(queue, 'failed calls')
      ? 'calls that were not recorded'
      : 'messages that our functions failed to handle';
    return failedResult(`the queue has ${what}: ${found.join(', ')}`, look);
  });

/** Checks the mappings, the queues that they read, and `FAILURE_QUEUES`. */
export const DELIVERY_CHECKS: readonly Check[] = [
  ...MAPPING_NAMES.map(mappingCheck),
  ...WORK_QUEUES.map(workQueueCheck),
  ...FAILURE_QUEUES.map(failureQueueCheck),
];

/** Each of these checks passes if its failure queue exists, even if the queue has messages. */
export const EXISTENCE_CHECKS: readonly Check[] = FAILURE_QUEUES.map((queue) =>
  queueCheck(queue, () => passedResult()),
);

type Attributes = Readonly<Record<string, string>>;

function queueCheck(queue: QueueName, assess: (of: Attributes, target: Target) => CheckResult): Check {
  return {
    name: `queue ${queue}`,
    run: async (target) => {
      if (existingQueues(target, [queue]).length === 0) return passedResult(ABSENT);
      const QueueUrl = urlOf(target, queue);
      try {
        const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
        const { Attributes = {} } = await target.sqs.send(asked);
        return assess(Attributes, target);
      } catch (error) {
        if (!(error instanceof QueueDoesNotExist)) throw error;
        return failedResult(`there is no queue ${QueueUrl}`, REDEPLOY);
      }
    },
  };
}

/** Returns the counts of a queue that are not zero, for example `3 waiting`. */
function nonZeroCounts(attributes: Attributes): string[] {
  const { waiting, inFlight, delayed } = messageCountsIn(attributes);
  return Object.entries({ waiting, 'in flight': inFlight, delayed }).flatMap(([words, count]) =>
    count > 0 ? [`${count} ${words}`] : [],
  );
}

/** Checks whether the receivers of all active partners work. */
export const PARTNER_CHECKS: readonly Check[] = [
  {
    name: 'partners',
    run: async (target) => {
      const { table, nowMs } = target;
      const active = (await listPartners(table)).filter(({ state }) => state === 'active');
      const activeIds = active.map(({ partnerId }) => partnerId);
      const failingPartners = await findPartners(table, await findFailingPartners(table, activeIds));
      const failing = await findHealthOfPartners(table, failingPartners, nowMs());
      if (failing.length === 0) return passedResult(`${active.length} active partners, none failing`);
      const told = failing.map(
        ({ health: { partnerId, name, failingSince, lastOutcome } }) =>
          `${name} (${partnerId}) since ${failingSince}, last outcome: ${lastOutcome}`,
      );
      return failedResult(`failing: ${told.join('; ')}`, operatorCommand(target, 'partner health --failing'));
    },
  },
];
