import { randomUUID } from 'node:crypto';
import { connectLocal } from '../../../operator/connections/local.ts';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { CALL_COMPLETED } from '../../../shared/contract/calls/call-completed.ts';
import { newLineId } from '../../../shared/domain/ids.ts';
import { newDelegation } from '../../../shared/domain/lines/delegation.ts';
import { issueSigningSecret } from '../../../shared/secrets/signing-secrets.ts';
import { createLine } from '../../../shared/store/lines/creation.ts';
import { createPartner } from '../../../shared/store/partners/partners.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';

const AT_A_TIME = 8;

/** Creates partners of the running service with a line and a webhook each. Returns their ids. */
export async function partnersAt(dataDir: string, urls: readonly string[]) {
  const { table, kms, outputs } = await connectLocal(dataDir);
  const deps = { table, issueSecret: issueSigningSecret(kms, outputs.KeyArn), nowMs: Date.now };
  // Only the response to a PUT would have the secret, and the secret is not needed here.
  const webhooks = { table, decrypt: async () => '', nowMs: Date.now };

  const make = async (url: string) => {
    const { partner } = await createPartner(deps, { name: 'Acme', scopes: ['calls', 'webhooks'] });
    const { partnerId } = partner;
    const about = { name: 'Corner Cafe', region: 'kr', externalId: randomUUID() } as const;
    const line = newDelegation(partnerId, about, newLineId(), Date.now());
    await createLine(table, { line, agent: {}, response: '', idempotency: undefined }, Date.now());
    await registerWebhook(webhooks, partnerId, { url, events: [CALL_COMPLETED] });
    return { partnerId, tenantId: line.tenantId };
  };
  return mapInParallel(urls, AT_A_TIME, make);
}
