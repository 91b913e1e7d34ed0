import { randomUUID } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { functionClient } from '../../shared/aws/client.ts';
import { clock, signingClock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { queueUrls } from '../../shared/config/queue-urls.ts';
import { addressPolicy } from '../../shared/delivery/address-policy.ts';
import { wakeUpInbox } from '../../shared/delivery/inbox.ts';
import { connectNotices } from '../../shared/delivery/notices.ts';
import {
  orderedDisruptions,
  sendingWithDisruptions,
  signingWithDisruptions,
} from '../../shared/delivery/ordered-disruptions.ts';
import { laneOfQueue, MAX_HOPS, wakeUpQueues } from '../../shared/delivery/queue.ts';
import { createResolver } from '../../shared/delivery/resolver.ts';
import { createSender } from '../../shared/delivery/sender.ts';
import { signingKeys } from '../../shared/delivery/signing-keys.ts';
import { signingSecrets } from '../../shared/secrets/signing-secrets.ts';
import { deliveryContexts } from '../../shared/store/deliveries/context.ts';
import { deliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME, NOTICES_TOPIC_ARN } = loadConfig(['TABLE_NAME', 'NOTICES_TOPIC_ARN']);
const urls = queueUrls();
const overrides = localOverrides();
const { allowLocalWebhooks, dnsServer, extraCaPem } = overrides;
const table = connectTable(TABLE_NAME);
const nowMs = clock();
const takeDisruption = orderedDisruptions(overrides.deliveryDisruptions);
const telemetry = createTelemetry();
const sqs = functionClient(SQSClient, {});

const send = createSender({
  resolve: createResolver({ dnsServer, knowsLocalhost: allowLocalWebhooks }),
  permits: addressPolicy({ allowLoopback: allowLocalWebhooks }),
  allowsPlainHttp: allowLocalWebhooks,
  extraCaPem,
  nowMs,
});

function after(delayMs: number, act: () => void) {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

export const handler = observed(
  telemetry,
  createHandler({
    ...telemetry,
    findContext: deliveryContexts(table),
    deliveries: deliveryStore(table, overrides),
    lanes: laneStore(table),
    health: healthStore(table),
    notices: connectNotices(NOTICES_TOPIC_ARN),
    wakeUps: wakeUpQueues(sqs, urls),
    inbox: wakeUpInbox(sqs, urls),
    laneOfQueue: laneOfQueue(urls),
    signingKey: signingKeys(signingSecrets({ ...telemetry, kms: functionClient(KMSClient, {}), nowMs }).decrypt),
    send: sendingWithDisruptions(takeDisruption, send),
    timing: overrides,
    maxHops: MAX_HOPS,
    newToken: randomUUID,
    sleepMs,
    after,
    nowMs,
    signingNowMs: signingWithDisruptions(takeDisruption, signingClock()),
  }),
);
