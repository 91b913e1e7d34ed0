import { SQSClient } from '@aws-sdk/client-sqs';
import type { Deps } from '../../../functions/deliver-webhook/deps.ts';
import { createHandler as deliverWebhook } from '../../../functions/deliver-webhook/handler.ts';
import { type Connections, handlerDeps } from '../../../functions/deliver-webhook/handler-deps.ts';
import { createHandler as recordCall } from '../../../functions/record-call/handler.ts';
import { createHandler as relay } from '../../../functions/relay/handler.ts';
import { createHandler as sweep } from '../../../functions/sweep/handler.ts';
import { localOverrides } from '../../../shared/config/local-overrides.ts';
import { wakeUpQueues } from '../../../shared/delivery/wake-ups/queue.ts';
import type { RecordingSettings } from '../../../shared/store/calls/recording.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../shared/store/deliveries/due-deliveries.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../../shared/store/partners/health.ts';
import { listPartners } from '../../../shared/store/partners/partners.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';
import { clientOf } from '../aws/client-of.ts';
import { callRecorderOn } from './deliveries.ts';
import { QUEUE_URLS } from './lanes.ts';
import { silent } from './telemetry.ts';

/** The connections of a function of the pipeline. Nobody receives its notices unless a test does. */
interface Reached extends Pick<Connections, 'table' | 'nowMs'>, Partial<Pick<Connections, 'sqs' | 'notices'>> {}

/** The settings of the deployed functions. */
export const SETTINGS = localOverrides();
const NOBODY: Connections['notices'] = { send: async () => undefined };
const NO_QUEUE = clientOf(SQSClient, () => Promise.reject(new Error('This test has no queues')));

export const recordCallOn = (
  table: Table,
  nowMs: () => number,
  about: Partial<RecordingSettings> = {},
  telemetry: Telemetry = silent,
) => recordCall({ ...telemetry, callRecorder: callRecorderOn(table, about), nowMs });

/** Returns `relay`. Each of these functions can get other dependencies with `instead`. */
export const relayOn = (
  { table, nowMs, sqs = NO_QUEUE }: Reached,
  instead: Partial<Parameters<typeof relay>[0]> = {},
) =>
  relay({
    ...silent,
    deliveries: dueDeliveryStore(table, SETTINGS),
    lanes: laneStore(table),
    wakeUps: wakeUpQueues(sqs, QUEUE_URLS),
    nowMs,
    ...instead,
  });

export const sweepOn = (
  { table, nowMs, sqs = NO_QUEUE, notices = NOBODY }: Reached,
  instead: Partial<Parameters<typeof sweep>[0]> = {},
) =>
  sweep({
    ...silent,
    due: dueDeliveryStore(table, SETTINGS),
    deliveries: deliveryStore(table, SETTINGS),
    lanes: laneStore(table),
    health: healthStore(table),
    partners: (onUnreadable) => listPartners(table, onUnreadable),
    notices,
    wakeUps: wakeUpQueues(sqs, QUEUE_URLS),
    nowMs,
    ...instead,
  });

/** Returns `deliver-webhook`. Its signatures contain the same time as its writes. */
export const deliverOn = (
  reached: Reached & Pick<Connections, 'kms' | 'send' | 'newToken' | 'sleepMs' | 'after'>,
  instead: Partial<Deps> = {},
) =>
  deliverWebhook({
    ...handlerDeps({
      ...silent,
      notices: NOBODY,
      sqs: NO_QUEUE,
      queueUrls: QUEUE_URLS,
      settings: SETTINGS,
      signingNowMs: reached.nowMs,
      ...reached,
    }),
    ...instead,
  });
