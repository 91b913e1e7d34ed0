import { AsyncLocalStorage } from 'node:async_hooks';
import { type DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createHandler as deliverWebhook } from '../../../functions/deliver-webhook/handler.ts';
import { createHandler as recordCall } from '../../../functions/record-call/handler.ts';
import { createHandler as relay } from '../../../functions/relay/handler.ts';
import { createHandler as sweep } from '../../../functions/sweep/handler.ts';
import type { Inbox } from '../../../shared/delivery/inbox.ts';
import type { Notices } from '../../../shared/delivery/notices.ts';
import { laneOfQueue, wakeUpQueues } from '../../../shared/delivery/queue.ts';
import type { Send } from '../../../shared/delivery/sender.ts';
import { signingKeys } from '../../../shared/delivery/signing-keys.ts';
import type { Timing } from '../../../shared/domain/deliveries/backoff.ts';
import { LANES, type Lane } from '../../../shared/domain/deliveries/lane.ts';
import { signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { callRecordings } from '../../../shared/store/calls/recording.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/context.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../shared/store/deliveries/due.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { QUEUE_URLS } from '../../support/functions/lanes.ts';
import { healthOn } from '../../support/functions/notices.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { type Execute, faultyTable } from './aws/faulty-table.ts';
import type { Queues } from './aws/queues.ts';
import { asSdk, type Caller } from './aws/sdk.ts';
import type { Flow } from './requests.ts';
import { SWEEP_PERIOD_MS } from './setting.ts';
import type { HealthWatch } from './watch/health.ts';
import type { SecretWatch } from './watch/secrets.ts';

/** The surroundings of the functions. */
export interface Outside {
  readonly table: Table;
  readonly executeAs: (who: string) => Execute;
  readonly queues: Pick<Queues, 'accept' | 'take' | 'remove'>;
  /** Returns the sender for one flow. */
  readonly sends: (caller: Caller, flow: Flow) => Send;
  readonly timing: Timing;
  readonly maxHops: number;
  readonly newToken: () => string;
  readonly secrets: Pick<SecretWatch, 'returned'>;
  readonly health: Pick<HealthWatch, 'heard'>;
}

const settings = { sweepPeriodMs: SWEEP_PERIOD_MS };

/** The flow of the message being handled. It connects a request with its claim. */
const flows = new AsyncLocalStorage<Flow>();

/** Creates the real handlers with the real stores, once for each environment, as Lambda does. */
export const FUNCTIONS = {
  recordCall: (caller: Caller, outside: Outside) =>
    recordCall({
      ...silent,
      recordings: callRecordings(tableOf(caller, outside), {
        ...settings,
        sendingOnce: tableOf(caller, outside, 1),
        limit: (durationMs) => abortedAfter(caller.env.sleepMs(durationMs)),
      }),
      nowMs: caller.env.nowMs,
    }),

  relay: (caller: Caller, outside: Outside) => {
    const table = tableOf(caller, outside);
    const deliveries = dueDeliveryStore(table, settings);
    return relay({ ...silent, deliveries, lanes: laneStore(table), wakeUps: wakeUps(caller, outside), ...caller.env });
  },

  deliver: (caller: Caller, outside: Outside) => {
    const { nature, env } = caller;
    const table = tableOf(caller, outside);
    const findContext = deliveryContexts(table);
    return deliverWebhook({
      ...silent,
      ...healthOn(table, notices(caller, outside)),
      findContext: (wakeUp) => {
        flows.enterWith({ readAtMs: nature.timeline.nowMs() });
        return findContext(wakeUp);
      },
      deliveries: deliveryStore(table, settings),
      lanes: laneStore(table),
      wakeUps: wakeUps(caller, outside),
      signingKey: signingKeys(secretsOf(caller).decrypt),
      send: (post) => outside.sends(caller, currentFlow())(post),
      inbox: inbox(caller, outside),
      laneOfQueue: laneOfQueue(QUEUE_URLS),
      after: env.after,
      timing: outside.timing,
      maxHops: outside.maxHops,
      newToken: () => {
        const token = outside.newToken();
        currentFlow().token = token;
        return token;
      },
      sleepMs: env.sleepMs,
      nowMs: env.nowMs,
      signingNowMs: env.nowMs,
    });
  },

  sweep: (caller: Caller, outside: Outside) => {
    const table = tableOf(caller, outside);
    return sweep({
      ...silent,
      ...healthOn(table, notices(caller, outside)),
      due: dueDeliveryStore(table, settings),
      deliveries: deliveryStore(table, settings),
      lanes: laneStore(table),
      wakeUps: wakeUps(caller, outside),
      nowMs: caller.env.nowMs,
    });
  },
};

function abortedAfter(wait: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void wait.then(() => controller.abort());
  return controller.signal;
}

export const tableOf = (caller: Caller, { table, executeAs }: Outside, tries?: number) =>
  faultyTable(caller, table, executeAs(caller.env.name), tries);

/** The real sender of wake-ups, with a queue that sometimes rejects entries of a batch. */
export function wakeUps(caller: Caller, { queues }: Outside) {
  const { nature, env } = caller;
  const send = (command: unknown) => {
    if (!(command instanceof SendMessageBatchCommand)) throw new TypeError('Only batches are sent');
    const { QueueUrl, Entries = [] } = command.input;
    const lane = LANES.find((one) => QUEUE_URLS[one] === QueueUrl) ?? 'main';
    return asSdk(caller, `SendMessageBatch ${lane}`, async () => ({
      Failed: Entries.filter((entry) => {
        const isRejected = nature.faults.strike(`${env.name} entry`, ['batch entry refused']) !== undefined;
        if (!isRejected) queues.accept(lane, entry);
        return isRejected;
      }),
    }));
  };
  const sqs: Pick<SQSClient, 'send'> = Object.assign(Object.create(SQSClient.prototype), { send });
  return wakeUpQueues(sqs, QUEUE_URLS);
}

/** Sends notices as an SDK client does. */
const notices = (caller: Caller, { health }: Outside): Notices => ({
  send: (_partner, { id }) => asSdk(caller, 'Publish', async () => health.heard(id)),
});

/** The real inbox of an environment, as the queues serve it. */
const inbox = (caller: Caller, { queues }: Outside): Inbox => ({
  take: (lane: Lane) => asSdk(caller, `ReceiveMessage ${lane}`, () => queues.take(lane)),
  remove: (lane, taken) => asSdk(caller, `DeleteMessageBatch ${lane}`, async () => queues.remove(taken)),
});

/** The decrypted signing secrets that one environment caches. */
export const secretsOf = (caller: Caller) => signingSecrets({ ...silent, kms: kms(caller), nowMs: caller.env.nowMs });

function kms(caller: Caller): KMSClient {
  const send = ({ input }: DecryptCommand) =>
    asSdk(caller, 'Decrypt', async () => ({ Plaintext: input.CiphertextBlob }));
  return Object.assign(Object.create(KMSClient.prototype), { send });
}

function currentFlow(): Flow {
  const flow = flows.getStore();
  if (!flow) throw new Error('A delivery was claimed before it was read');
  return flow;
}
