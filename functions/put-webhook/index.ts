import { KMSClient } from '@aws-sdk/client-kms';
import { functionClient } from '../../shared/aws/client.ts';
import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { permittedReceivers } from '../../shared/delivery/permitted-receivers/local-webhooks.ts';
import { signingSecrets } from '../../shared/secrets/signing-secrets.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const settings = localOverrides();
const { resolve, permits } = permittedReceivers(settings);
const nowMs = clock();
const telemetry = createTelemetry();

export const handler = withTelemetry(
  telemetry,
  createHandler({
    ...telemetry,
    table: connectTable(TABLE_NAME),
    resolve,
    permits,
    secrets: signingSecrets({ ...telemetry, kms: functionClient(KMSClient, {}), nowMs }),
    allowLocalWebhooks: settings.allowLocalWebhooks,
    nowMs,
  }),
);
