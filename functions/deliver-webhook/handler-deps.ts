import type { KMSClient } from '@aws-sdk/client-kms';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { wakeUpInbox } from '../../shared/delivery/wake-ups/inbox.ts';
import { laneOfQueue, wakeUpQueues } from '../../shared/delivery/wake-ups/queue.ts';
import type { Lane } from '../../shared/domain/deliveries/lane.ts';
import { signingKeyCache, signingSecrets } from '../../shared/secrets/signing-secrets.ts';
import { deliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { deliveryContexts } from '../../shared/store/deliveries/delivery-contexts.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';
import type { Deps } from './deps.ts';
import { MAX_HOPS } from './hop-limit.ts';

/** The connections and settings from which the handler's dependencies are made. */
export interface Connections
  extends Telemetry,
    Pick<Deps, 'notices' | 'send' | 'newToken' | 'sleepMs' | 'after' | 'nowMs' | 'signingNowMs'> {
  readonly table: Table;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly queueUrls: Readonly<Record<Lane, string>>;
  readonly settings: Deps['timing'] & { readonly sweepPeriodMs: number };
}

export function handlerDeps({ table, kms, sqs, queueUrls, settings, ...others }: Connections): Deps {
  return {
    ...others,
    findContext: deliveryContexts(table),
    deliveries: deliveryStore(table, settings),
    lanes: laneStore(table),
    health: healthStore(table),
    wakeUps: wakeUpQueues(sqs, queueUrls),
    inbox: wakeUpInbox(sqs, queueUrls),
    laneOfQueue: laneOfQueue(queueUrls),
    signingKey: signingKeyCache(signingSecrets({ ...others, kms }).decrypt),
    timing: settings,
    maxHops: MAX_HOPS,
  };
}
