import { randomUUID } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { functionClient } from '../../shared/aws/client.ts';
import { clock, signingClock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { queueUrls } from '../../shared/config/queue-urls.ts';
import { connectNotices } from '../../shared/delivery/notices.ts';
import {
  orderedDisruptions,
  sendingWithDisruptions,
  signingWithDisruptions,
} from '../../shared/delivery/ordered-disruptions.ts';
import { addressPolicy } from '../../shared/delivery/permitted-receivers/address-policy.ts';
import { createResolver } from '../../shared/delivery/permitted-receivers/resolver.ts';
import { createSender } from '../../shared/delivery/sending/sender.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';
import { wired } from './wiring.ts';

const { TABLE_NAME, NOTICES_TOPIC_ARN } = loadConfig(['TABLE_NAME', 'NOTICES_TOPIC_ARN']);
const overrides = localOverrides();
const { allowLocalWebhooks, dnsServer, extraCaPem } = overrides;
const nowMs = clock();
const takeDisruption = orderedDisruptions(overrides.deliveryDisruptions);
const telemetry = createTelemetry();

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
  createHandler(
    wired({
      ...telemetry,
      table: connectTable(TABLE_NAME),
      kms: functionClient(KMSClient, {}),
      sqs: functionClient(SQSClient, {}),
      queueUrls: queueUrls(),
      notices: connectNotices(NOTICES_TOPIC_ARN),
      send: sendingWithDisruptions(takeDisruption, send),
      settings: overrides,
      newToken: randomUUID,
      sleepMs,
      after,
      nowMs,
      signingNowMs: signingWithDisruptions(takeDisruption, signingClock()),
    }),
  ),
);
