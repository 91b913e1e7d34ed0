import { createHandler as authorizer } from '../../../functions/authorizer/handler.ts';
import type { Connections } from '../../../functions/deliver-webhook/handler-deps.ts';
import { createHandler as intake } from '../../../functions/intake/handler.ts';
import { intakeQueue } from '../../../functions/intake/queue.ts';
import type { Action } from '../../../shared/contract/routes.ts';
import type { Resolve } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import type { Inbox } from '../../../shared/delivery/wake-ups/inbox.ts';
import type { Timing } from '../../../shared/domain/deliveries/lease.ts';
import { signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import type { RecordingSettings } from '../../../shared/store/calls/recording.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/delivery-contexts.ts';
import type { Telemetry } from '../../../shared/telemetry/telemetry.ts';
import { callRecorderOn } from './deliveries.ts';
import { endpointOn } from './endpoints.ts';
import { deliverOn, recordCallOn, relayOn, SETTINGS, sweepOn } from './pipeline.ts';
import { silent } from './telemetry.ts';

interface OnTable extends Pick<Connections, 'table' | 'nowMs'> {
  readonly telemetry?: Telemetry;
}
type OnQueues = OnTable & Pick<Connections, 'sqs'> & Partial<Pick<Connections, 'notices'>>;

interface Delivering extends OnQueues, Pick<Connections, 'kms' | 'send' | 'newToken' | 'sleepMs' | 'after'> {
  readonly inbox: Inbox;
  readonly timing?: Timing;
  readonly maxHops?: number;
  /** Called before the function reads what a wake-up is about, in the asynchronous context of that wake-up. */
  readonly beforeRead?: () => void;
}

const INTAKE_QUEUES = { queueUrl: 'https://sqs.test/intake', deadLetterQueueUrl: 'https://sqs.test/dead' };

/**
 * The functions of this version that use the table, on connections that a proof provides. `npm run generate --
 * --release` bundles this file, so that a later version can be run together with this one. The later version must be
 * able to call these functions, so change their parameters only by adding optional ones.
 */
export const version = {
  endpoint: (
    action: Action,
    { telemetry = silent, kms, ...on }: OnTable & Pick<Connections, 'kms'> & { readonly resolve: Resolve },
  ) => endpointOn(action, { ...on, secrets: signingSecrets({ ...telemetry, kms, nowMs: on.nowMs }) }, telemetry),

  authorizer: ({ telemetry = silent, ...on }: OnTable) => authorizer({ ...telemetry, ...on }),

  recordCall: ({
    telemetry = silent,
    table,
    nowMs,
    ...about
  }: OnTable & Partial<Pick<RecordingSettings, 'sendingOnce' | 'limit'>>) =>
    recordCallOn(table, nowMs, about, telemetry),

  intake: ({ telemetry = silent, table, nowMs, sqs }: OnQueues) =>
    intake({
      ...telemetry,
      callRecorder: callRecorderOn(table),
      nowMs,
      queue: intakeQueue(sqs, { ...INTAKE_QUEUES, ...SETTINGS }),
    }),

  relay: ({ telemetry = silent, ...on }: OnQueues) => relayOn(on, telemetry),

  deliver({ telemetry = silent, inbox, timing = SETTINGS, maxHops, beforeRead = () => undefined, ...on }: Delivering) {
    const findContext = deliveryContexts(on.table);
    return deliverOn(on, {
      ...telemetry,
      inbox,
      timing,
      ...(maxHops !== undefined && { maxHops }),
      findContext: (wakeUp) => {
        beforeRead();
        return findContext(wakeUp);
      },
    });
  },

  sweep: ({ telemetry = silent, ...on }: OnQueues) => sweepOn(on, telemetry),
};
export type Version = typeof version;
