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

/** The SQS attributes that CloudWatch shows as metrics, each with the name of its metric. */
const GAUGES = [
  ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesVisible'],
  ['ApproximateNumberOfMessagesNotVisible', 'ApproximateNumberOfMessagesNotVisible'],
  ['ApproximateNumberOfMessagesDelayed', 'ApproximateNumberOfMessagesDelayed'],
] as const;

export type Gauges = Readonly<Record<string, number>>;

/** Returns the current gauges of each queue, by the queue's name. Leaves out the ages if the engine does not return them. */
export async function measureQueues(queues: readonly QueueModel[], deps: Deps): Promise<ReadonlyMap<string, Gauges>> {
  const ages = await fetchAgesSeconds(deps).catch(() => undefined);
  const measured = queues.map(async ({ name, url }) => {
    const age = ages === undefined ? {} : { ApproximateAgeOfOldestMessage: ages[name] ?? 0 };
    return [name, { ...(await fetchCounts(deps.sqs, url)), ...age }] as const;
  });
  return new Map(await Promise.all(measured));
}

async function fetchCounts(sqs: SQSClient, QueueUrl: string): Promise<Gauges> {
  const AttributeNames = GAUGES.map(([attribute]) => attribute);
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Object.fromEntries(GAUGES.map(([attribute, metric]) => [metric, Number(Attributes[attribute] ?? 0)]));
}

const AGES_WITHIN_MS = 2_000;
const ages = z.record(z.string(), z.number());

/** Asks the queue engine for the age of each queue's oldest message. SQS's API does not return this age. */
async function fetchAgesSeconds({ sqsEndpoint, credentials }: Deps) {
  const url = new URL(OLDEST_MESSAGES_PATH, sqsEndpoint);
  const headers = { authorization: authorizationHeader(credentials.accessKeyId) };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(AGES_WITHIN_MS) });
  return ages.parse(await response.json());
}
