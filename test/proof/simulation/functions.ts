import { AsyncLocalStorage } from 'node:async_hooks';
import { type DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Notices } from '../../../shared/delivery/notices.ts';
import type { Send } from '../../../shared/delivery/sending/sender.ts';
import type { Inbox } from '../../../shared/delivery/wake-ups/inbox.ts';
import type { Lane } from '../../../shared/domain/deliveries/lane.ts';
import type { Timing } from '../../../shared/domain/deliveries/lease.ts';
import { signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';
import { clientOf } from '../../support/aws/client-of.ts';
import { laneAt } from '../../support/functions/lanes.ts';
import { silent } from '../../support/functions/telemetry.ts';
import type { Version } from '../../support/functions/version.ts';
import { type Execute, faultyTable } from './aws/faulty-table.ts';
import type { Queues } from './aws/queues.ts';
import { asSdk, type Caller } from './aws/sdk.ts';
import type { Flow } from './requests.ts';
import type { HealthWatch } from './watch/health.ts';
import type { SecretWatch } from './watch/secrets.ts';

/** The surroundings of the functions. */
export interface Outside {
  readonly table: Table;
  readonly executeAs: (who: string) => Execute;
  readonly queues: Pick<Queues, 'accept' | 'take' | 'remove'>;
  readonly sends: (caller: Caller, flow: Flow) => Send;
  readonly timing: Timing;
  readonly maxHops: number;
  readonly newToken: () => string;
  readonly telemetry: Telemetry;
  readonly secrets: Pick<SecretWatch, 'returned'>;
  readonly health: Pick<HealthWatch, 'heard'>;
}

/** The flow of the message being handled. It connects a request with its claim. */
const flows = new AsyncLocalStorage<Flow>();

/** Creates the real handlers of a version with its stores, once for each environment, as Lambda does. */
export const FUNCTIONS = {
  recordCall: (version: Version, caller: Caller, outside: Outside) =>
    version.recordCall({
      ...reached(caller, outside),
      sendingOnce: tableOf(caller, outside, 1),
      limit: (durationMs) => abortedAfter(caller.env.sleepMs(durationMs)),
    }),

  relay: (version: Version, caller: Caller, outside: Outside) => version.relay(reached(caller, outside)),

  deliver: (version: Version, caller: Caller, outside: Outside) => {
    const { nature, env } = caller;
    return version.deliver({
      ...reached(caller, outside),
      kms: kms(caller),
      inbox: inbox(caller, outside),
      timing: outside.timing,
      maxHops: outside.maxHops,
      send: (post) => outside.sends(caller, currentFlow())(post),
      after: env.after,
      beforeRead: () => flows.enterWith({ readAtMs: nature.timeline.nowMs() }),
      newToken: () => {
        const token = outside.newToken();
        currentFlow().token = token;
        return token;
      },
      sleepMs: env.sleepMs,
    });
  },

  sweep: (version: Version, caller: Caller, outside: Outside) => version.sweep(reached(caller, outside)),
};

const reached = (caller: Caller, outside: Outside) => ({
  telemetry: outside.telemetry,
  table: tableOf(caller, outside),
  sqs: sqs(caller, outside),
  notices: notices(caller, outside),
  nowMs: caller.env.nowMs,
});

function abortedAfter(wait: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void wait.then(() => controller.abort());
  return controller.signal;
}

export const tableOf = (caller: Caller, { table, executeAs }: Outside, tries?: number) =>
  faultyTable(caller, table, executeAs(caller.env.name), tries);

/** A client of queues that sometimes reject entries of a batch. */
export function sqs(caller: Caller, { queues }: Outside): SQSClient {
  const { nature, env } = caller;
  return clientOf(SQSClient, (command: unknown) => {
    if (!(command instanceof SendMessageBatchCommand)) throw new TypeError('Only batches are sent');
    const { QueueUrl, Entries = [] } = command.input;
    const lane = laneAt(QueueUrl);
    return asSdk(caller, `SendMessageBatch ${lane}`, async () => ({
      Failed: Entries.filter((entry) => {
        const isRejected = nature.faults.strike(`${env.name} entry`, ['batch entry refused']) !== undefined;
        if (!isRejected) queues.accept(lane, entry);
        return isRejected;
      }),
    }));
  });
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

const kms = (caller: Caller) =>
  clientOf(KMSClient, ({ input }: DecryptCommand) =>
    asSdk(caller, 'Decrypt', async () => ({ Plaintext: input.CiphertextBlob })),
  );

function currentFlow(): Flow {
  const flow = flows.getStore();
  if (!flow) throw new Error('A delivery was claimed before it was read');
  return flow;
}
