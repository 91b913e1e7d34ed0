import { WEBHOOK_URL_INVALID } from '../../shared/contract/failures.ts';
import { registeredWebhook, webhookInput } from '../../shared/contract/webhooks.ts';
import type { PermittedReceivers } from '../../shared/delivery/permitted-receivers/local-webhooks.ts';
import { parseWebhookUrl } from '../../shared/delivery/permitted-receivers/webhook-url.ts';
import { Failure, failure, valueOrThrow } from '../../shared/domain/requests/failure.ts';
import { subscribedEvents } from '../../shared/domain/webhooks/subscribed-events.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import type { SigningSecrets } from '../../shared/secrets/signing-secrets.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { registerWebhook } from '../../shared/store/webhooks/webhooks.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

type Receivers = Pick<PermittedReceivers, 'resolve' | 'permits'>;

interface Deps extends Telemetry, Receivers {
  readonly table: Table;
  readonly secrets: SigningSecrets;
  readonly allowLocalWebhooks: boolean;
  readonly nowMs: () => number;
}

/** PUT /v1/webhooks. Sends no test request to the URL, because the result would tell a stranger which hosts respond. */
export const createHandler = ({ table, resolve, permits, secrets, allowLocalWebhooks, nowMs, ...telemetry }: Deps) =>
  endpoint('put-webhook', telemetry, async ({ caller, body, header }) => {
    const input = valueOrThrow(body(webhookInput));
    const url = parseWebhookUrl(input.url, { allowLocalWebhooks, ownHost: valueOrThrow(header('host')) });
    const events = subscribedEvents(input.events);
    await assertPermitted(url.hostname, { resolve, permits });
    const deps = { table, decrypt: secrets.decrypt, nowMs };
    return okResponse(
      registeredWebhook.parse(await registerWebhook(deps, caller.partnerId, { url: url.href, events })),
    );
  });

/**
 * Throws unless webhooks may be sent to the host. A name without an address and a name with a private
 * address get the same error sentence, so that a partner cannot learn how names resolve inside our network.
 */
async function assertPermitted(hostname: string, { resolve, permits }: Receivers) {
  const found = await resolve(hostname);
  if (found.kind === 'trouble') {
    throw new Failure('unavailable', 'The host of url could not be looked up; nothing was saved, please retry');
  }
  if (found.kind === 'unresolvable' || !permits(found.addresses)) {
    throw failure(WEBHOOK_URL_INVALID);
  }
}
