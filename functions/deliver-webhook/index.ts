import { randomUUID } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { addressPolicy } from '../../shared/delivery/address-policy.ts';
import { connectWakeUps, MAX_HOPS } from '../../shared/delivery/queue.ts';
import { createResolver } from '../../shared/delivery/resolver.ts';
import { createSender } from '../../shared/delivery/sender.ts';
import { signingKeys } from '../../shared/delivery/signing-keys.ts';
import { signingSecrets } from '../../shared/secrets/signing-secrets.ts';
import { deliveryContexts } from '../../shared/store/deliveries/context.ts';
import { deliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const config = loadConfig(['TABLE_NAME', 'QUEUE_URL', 'SLOW_QUEUE_URL', 'SLOW_QUEUE_ARN']);
const overrides = localOverrides();
const { allowLocalWebhooks, dnsServer, extraCaPem } = overrides;
const table = connectTable(config.TABLE_NAME);
const nowMs = clock();
const telemetry = createTelemetry();

export const handler = observed(
  telemetry,
  createHandler({
    ...telemetry,
    findContext: deliveryContexts(table),
    deliveries: deliveryStore(table, overrides),
    lanes: laneStore(table),
    wakeUps: connectWakeUps({ main: config.QUEUE_URL, slow: config.SLOW_QUEUE_URL }),
    signingKey: signingKeys(signingSecrets({ ...telemetry, kms: new KMSClient({}), nowMs }).decrypt),
    send: createSender({
      resolve: createResolver({ dnsServer, knowsLocalhost: allowLocalWebhooks }),
      permits: addressPolicy({ allowLoopback: allowLocalWebhooks }),
      allowsPlainHttp: allowLocalWebhooks,
      extraCaPem,
      nowMs,
    }),
    slowQueueArn: config.SLOW_QUEUE_ARN,
    timing: overrides,
    maxHops: MAX_HOPS,
    newToken: randomUUID,
    sleepMs,
    nowMs,
  }),
);
