import type { Send } from '../../../../shared/delivery/sending/sender.ts';
import { wakeUpInbox } from '../../../../shared/delivery/wake-ups/inbox.ts';
import { wakeUpQueues } from '../../../../shared/delivery/wake-ups/queue.ts';
import { laneStore } from '../../../../shared/store/deliveries/lanes.ts';
import { QUEUE_URLS } from '../../../support/functions/lanes.ts';
import { deliverOn, recordCallOn, relayOn, sweepOn } from '../../../support/functions/pipeline.ts';
import type { Chances } from '../../virtual-time/chances.ts';
import { type KeyClientDeps, keyClient, type QueueClientDeps, queueClient, tableClient } from '../aws/clients.ts';
import type { Environment } from '../aws/environments.ts';
import type { MeteredTable } from '../aws/metered-table.ts';
import { inboxOf, marksOf, queueUrlsOf, type Without } from './without.ts';

/** What the functions reach over the network. */
export interface Outside extends Omit<QueueClientDeps & KeyClientDeps, 'env'> {
  readonly chances: Chances;
  readonly metered: MeteredTable;
  readonly sendFrom: (env: Environment) => Send;
  readonly newToken: () => string;
  readonly without: Without;
}

/** Creates the real handlers with the real stores, once for each environment, as Lambda does. */
export const HANDLERS = {
  recordCall: (env: Environment, { chances, metered }: Outside) =>
    // The table responds within milliseconds, so no try is ever given up.
    recordCallOn(tableClient({ env, chances }, metered), env.nowMs, {
      sendingOnce: tableClient({ env, chances }, metered, 1),
    }),

  relay: (env: Environment, outside: Outside) => relayOn(reached(env, outside), { wakeUps: wakeUpsFrom(env, outside) }),

  deliver: (env: Environment, outside: Outside) => {
    const about = reached(env, outside);
    const { newToken, without } = outside;
    return deliverOn(
      {
        ...about,
        kms: keyClient({ env, ...outside }),
        send: outside.sendFrom(env),
        after: env.timer,
        newToken,
        sleepMs: env.sleepMs,
      },
      {
        lanes: marksOf(laneStore(about.table), env, without),
        wakeUps: wakeUpsFrom(env, outside),
        inbox: inboxOf(wakeUpInbox(about.sqs, QUEUE_URLS), env, without),
      },
    );
  },

  sweep: (env: Environment, outside: Outside) => sweepOn(reached(env, outside), { wakeUps: wakeUpsFrom(env, outside) }),
};

const reached = (env: Environment, outside: Outside) => ({
  table: tableClient({ env, ...outside }, outside.metered),
  sqs: queueClient({ env, ...outside }),
  nowMs: env.nowMs,
});

const wakeUpsFrom = (env: Environment, outside: Outside) =>
  wakeUpQueues(queueClient({ env, ...outside }), queueUrlsOf(outside.without));
