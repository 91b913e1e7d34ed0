import { WEBHOOK_NOT_CONFIGURED } from '../../shared/contract/failures.ts';
import { webhookConfiguration } from '../../shared/contract/webhooks.ts';
import { failure } from '../../shared/domain/requests/failure.ts';
import type { TableDeps } from '../../shared/entry/handler-with-table.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import { findWebhook } from '../../shared/store/webhooks/webhooks.ts';

/** GET /v1/webhooks. The hint of the secret is stored beside the URL, so this function needs no right to decrypt. */
export const createHandler = ({ table, ...telemetry }: TableDeps) =>
  endpoint('get-webhook', telemetry, async ({ caller }) => {
    const webhook = await findWebhook(table, caller.partnerId);
    if (!webhook) throw failure(WEBHOOK_NOT_CONFIGURED);
    return okResponse(webhookConfiguration.parse(webhook));
  });
