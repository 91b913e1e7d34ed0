import { INTAKE_RETRIED_FOR } from '../../../shared/domain/calls/intake-retries.ts';

/** What a queue is for. People read the queues of failed messages; functions read the other queues. */
type QueueKind = 'lane' | 'calls' | 'failed wake-ups' | 'failed calls';

interface AboutQueue {
  readonly kind: QueueKind;
  readonly holds: string;
}

/** All queues of the service, by the names that operators use. The operator's lists of queues come from this table. */
export const QUEUES = {
  main: { kind: 'lane', holds: 'wake-ups of partners who respond quickly' },
  slow: { kind: 'lane', holds: 'wake-ups of partners who respond late' },
  hung: { kind: 'lane', holds: 'wake-ups of partners who do not respond, or are suspended' },
  intake: { kind: 'calls', holds: 'finished calls from the voice platform' },
  'dead-letters': { kind: 'failed wake-ups', holds: 'wake-ups that our functions could not handle' },
  'relay-failures': { kind: 'failed wake-ups', holds: 'stream records that our functions could not handle' },
  'intake-dead-letters': {
    kind: 'failed calls',
    holds: `calls that were refused, or failed for ${INTAKE_RETRIED_FOR}`,
  },
} as const satisfies Record<string, AboutQueue>;

export type QueueName = keyof typeof QUEUES;
type NamesOf<Kind extends QueueKind> = {
  [Name in QueueName]: (typeof QUEUES)[Name]['kind'] extends Kind ? Name : never;
}[QueueName];

/** The queues of messages that our functions refused or failed to handle. */
export type FailureQueue = NamesOf<'failed wake-ups' | 'failed calls'>;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

export const isOfKind = <Kind extends QueueKind>(name: QueueName, ...kinds: readonly Kind[]): name is NamesOf<Kind> =>
  kinds.some((kind) => QUEUES[name].kind === kind);

const isFailureQueue = (name: QueueName): name is FailureQueue => isOfKind(name, 'failed wake-ups', 'failed calls');
export const FAILURE_QUEUES = QUEUE_NAMES.filter(isFailureQueue);
/** The names of the queues that functions read. */
export const WORK_QUEUES = QUEUE_NAMES.filter((name) => !isFailureQueue(name));

/** The mappings through which events are sent. While these mappings are off, finished calls are still recorded. */
export const DELIVERING_MAPPINGS = ['deliver', 'deliver-slow', 'deliver-hung'] as const;

export const isDeliveringMapping = (mapping: string): boolean => DELIVERING_MAPPINGS.some((name) => name === mapping);
