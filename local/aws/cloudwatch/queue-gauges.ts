import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Credentials } from '../../../tooling/local-service.ts';
import type { QueueModel } from '../cloudformation/stack-model.ts';
import { authorizationHeader } from '../http/access-key.ts';
import { OLDEST_MESSAGES_PATH } from '../sqs/ages.ts';

interface Deps {
  readonly sqs: SQSClient;
  readonly sqsEndpoint: string;
  readonly credentials: Credentials;
}

/** The SQS attributes that CloudWatch shows as metrics, under slightly different names. */
const GAUGES = {
  ApproximateNumberOfMessages: 'ApproximateNumberOfMessagesVisible',
  ApproximateNumberOfMessagesNotVisible: 'ApproximateNumberOfMessagesNotVisible',
  ApproximateNumberOfMessagesDelayed: 'ApproximateNumberOfMessagesDelayed',
} as const;
const ATTRIBUTES = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

export type Gauges = Readonly<Record<string, number>>;

/** Returns the current gauges of each queue, by the queue's name. */
export async function measureQueues(queues: readonly QueueModel[], deps: Deps): Promise<ReadonlyMap<string, Gauges>> {
  const ageOf = await agesOfOldestMessages(deps);
  const measured = queues.map(async ({ name, url }) => {
    const ageSeconds = ageOf(name);
    const age = ageSeconds === undefined ? {} : { ApproximateAgeOfOldestMessage: ageSeconds };
    return [name, { ...(await fetchCounts(deps.sqs, url)), ...age }] as const;
  });
  return new Map(await Promise.all(measured));
}

async function fetchCounts(sqs: SQSClient, QueueUrl: string): Promise<Gauges> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...ATTRIBUTES] }),
  );
  return Object.fromEntries(ATTRIBUTES.map((name) => [GAUGES[name], Number(Attributes[name] ?? 0)]));
}

const AGES_WITHIN_MS = 2_000;
const ages = z.record(z.string(), z.number());

/**
 * Asks the embedded engine for the age of each queue's oldest message, in seconds. SQS's API does not return this age. If
 * the engine does not return the ages, each age is undefined.
 */
async function agesOfOldestMessages(deps: Deps): Promise<(queueName: string) => number | undefined> {
  const known = await fetchAges(deps).catch(() => undefined);
  return (queueName) => (known === undefined ? undefined : (known[queueName] ?? 0));
}

async function fetchAges({ sqsEndpoint, credentials }: Deps) {
  const url = new URL(OLDEST_MESSAGES_PATH, sqsEndpoint);
  const headers = { authorization: authorizationHeader(credentials.accessKeyId) };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(AGES_WITHIN_MS) });
  return ages.parse(await response.json());
}
