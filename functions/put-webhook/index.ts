import { KMSClient } from '@aws-sdk/client-kms';
import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { createResolver } from '../../shared/delivery/resolver.ts';
import { createLogger } from '../../shared/logger.ts';
import { signingSecrets } from '../../shared/secrets/signing-secrets.ts';
import { connectTable } from '../../shared/store/connect.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const { allowLocalWebhooks, dnsServer } = localOverrides();
const nowMs = clock();

export const handler = createHandler({
  logger: createLogger(),
  table: connectTable(TABLE_NAME),
  resolve: createResolver({ dnsServer, knowsLocalhost: allowLocalWebhooks }),
  secrets: signingSecrets({ kms: new KMSClient({}), nowMs }),
  allowLocal: allowLocalWebhooks,
  nowMs,
});
