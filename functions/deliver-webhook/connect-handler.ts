import { randomUUID } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { functionClient } from '../../shared/aws/client.ts';
import { clock, signingClock } from '../../shared/config/clock.ts';
import { loadConfig, queueUrls } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { connectNotices } from '../../shared/delivery/notices.ts';
import { permittedReceivers } from '../../shared/delivery/permitted-receivers/local-webhooks.ts';
import { createSender } from '../../shared/delivery/sending/sender.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';
import { type Connections, handlerDeps } from './handler-deps.ts';

type Sending = Pick<Connections, 'send' | 'signingNowMs'>;

/** Returns the handler, connected to AWS. `around` can replace `send` and `signingNowMs`. */
export function connectHandler(around: (sending: Sending) => Sending = (sending) => sending) {
  const { TABLE_NAME, NOTICES_TOPIC_ARN } = loadConfig(['TABLE_NAME', 'NOTICES_TOPIC_ARN']);
  const settings = localOverrides();
  const nowMs = clock();
  const telemetry = createTelemetry();
  const send = createSender({ ...permittedReceivers(settings), extraCaPem: settings.extraCaPem, nowMs });
  const connections: Connections = {
    ...telemetry,
    ...around({ send, signingNowMs: signingClock() }),
    table: connectTable(TABLE_NAME),
    kms: functionClient(KMSClient, {}),
    sqs: functionClient(SQSClient, {}),
    queueUrls: queueUrls(),
    notices: connectNotices(NOTICES_TOPIC_ARN),
    settings,
    newToken: randomUUID,
    sleepMs,
    after: startTimer,
    nowMs,
  };
  return withTelemetry(telemetry, createHandler(handlerDeps(connections)));
}

function startTimer(delayMs: number, act: () => void) {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}
