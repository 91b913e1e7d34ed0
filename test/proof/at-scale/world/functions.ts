import { createHandler as deliverWebhook } from '../../../../functions/deliver-webhook/handler.ts';
import { createHandler as recordCall } from '../../../../functions/record-call/handler.ts';
import { createHandler as relay } from '../../../../functions/relay/handler.ts';
import { createHandler as sweep } from '../../../../functions/sweep/handler.ts';
import { localOverrides } from '../../../../shared/config/local-overrides.ts';
import { wakeUpInbox } from '../../../../shared/delivery/inbox.ts';
import { laneOfQueue, MAX_HOPS, wakeUpQueues } from '../../../../shared/delivery/queue.ts';
import type { Send } from '../../../../shared/delivery/sender.ts';
import { signingKeys } from '../../../../shared/delivery/signing-keys.ts';
import { signingSecrets } from '../../../../shared/secrets/signing-secrets.ts';
import { callRecordings } from '../../../../shared/store/calls/recording.ts';
import { deliveryContexts } from '../../../../shared/store/deliveries/context.ts';
import { deliveryStore } from '../../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../../shared/store/deliveries/due.ts';
import { laneStore } from '../../../../shared/store/deliveries/lanes.ts';
import { healthOn } from '../../../support/functions/notices.ts';
import { silent } from '../../../support/functions/telemetry.ts';
import type { Chances } from '../../virtual-time/chances.ts';
import { type KeyClientDeps, keyClient, type QueueClientDeps, queueClient, tableClient } from '../aws/clients.ts';
import type { Environment } from '../aws/environment.ts';
import type { MeteredTable } from '../aws/metered-table.ts';
import { QUEUE_URLS } from './lanes.ts';
import { inboxOf, marksOf, queueUrlsOf, type Without } from './without.ts';

/** What the functions reach over the network. */
export interface Outside extends Omit<QueueClientDeps & KeyClientDeps, 'env'> {
  readonly chances: Chances;
  readonly metered: MeteredTable;
  /** Returns the sender of requests to receivers for one environment. */
  readonly sendFrom: (env: Environment) => Send;
  readonly newToken: () => string;
  readonly without: Without;
}

const settings = localOverrides();

/** Creates the real handlers with the real stores, once for each environment, as Lambda does. */
export const HANDLERS = {
  recordCall: (env: Environment, outside: Outside) => {
    const { chances, metered } = outside;
    return recordCall({
      ...silent,
      recordings: callRecordings(tableClient({ env, chances }, metered), {
        ...settings,
        sendingOnce: tableClient({ env, chances }, metered, 1),
        // The table responds within milliseconds, so no try is ever given up.
        limit: () => new AbortController().signal,
      }),
      nowMs: env.nowMs,
    });
  },

  relay: (env: Environment, outside: Outside) => {
    const table = tableClient({ env, ...outside }, outside.metered);
    return relay({
      ...silent,
      deliveries: dueDeliveryStore(table, settings),
      lanes: laneStore(table),
      wakeUps: wakeUpsFrom(env, outside),
      nowMs: env.nowMs,
    });
  },

  deliver: (env: Environment, outside: Outside) => {
    const table = tableClient({ env, ...outside }, outside.metered);
    const kms = keyClient({ env, ...outside });
    return deliverWebhook({
      ...silent,
      ...healthOn(table),
      findContext: deliveryContexts(table),
      deliveries: deliveryStore(table, settings),
      lanes: marksOf(laneStore(table), env, outside.without),
      wakeUps: wakeUpsFrom(env, outside),
      signingKey: signingKeys(signingSecrets({ ...silent, kms, nowMs: env.nowMs }).decrypt),
      send: outside.sendFrom(env),
      inbox: inboxOf(wakeUpInbox(queueClient({ env, ...outside }), QUEUE_URLS), env, outside.without),
      laneOfQueue: laneOfQueue(QUEUE_URLS),
      after: env.timer,
      timing: settings,
      maxHops: MAX_HOPS,
      newToken: outside.newToken,
      sleepMs: env.sleepMs,
      nowMs: env.nowMs,
      signingNowMs: env.nowMs,
    });
  },

  sweep: (env: Environment, outside: Outside) => {
    const table = tableClient({ env, ...outside }, outside.metered);
    return sweep({
      ...silent,
      ...healthOn(table),
      due: dueDeliveryStore(table, settings),
      deliveries: deliveryStore(table, settings),
      lanes: laneStore(table),
      wakeUps: wakeUpsFrom(env, outside),
      nowMs: env.nowMs,
    });
  },
};

const wakeUpsFrom = (env: Environment, outside: Outside) =>
  wakeUpQueues(queueClient({ env, ...outside }), queueUrlsOf(outside.without));
