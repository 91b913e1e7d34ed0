import { randomUUID } from 'node:crypto';
import { connectLocal } from '../../../operator/connections/local.ts';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { CALL_COMPLETED } from '../../../shared/contract/calls/call-completed.ts';
import { newLineId } from '../../../shared/domain/ids.ts';
import { newDelegation } from '../../../shared/domain/lines/delegation.ts';
import { issueSigningSecret } from '../../../shared/secrets/signing-secrets.ts';
import { createLine } from '../../../shared/store/lines/creation.ts';
import { createPartner } from '../../../shared/store/partners/creation.ts';
import { registerWebhook } from '../../../shared/store/webhooks/webhooks.ts';
import { newDataDir, removeDataDir, startService } from '../../support/service/service.ts';
import type { Receivers } from './receiver-process.ts';
import { ledger } from './reconciled.ts';
import { type Calls, recorderAt } from './recorder.ts';

/** A typical summary of at most 1 KB. */
export const SUMMARY = 'Asked for a table at seven, outside if the weather allows. '.repeat(10);

export const partnersText = (count: number) => `${count} ${count === 1 ? 'partner' : 'partners'}`;

export type PipelineWorld = Awaited<ReturnType<typeof pipelineWorld>>;

/** Starts a local service with what records calls and creates partners. */
export async function measuredService(receivers: Receivers, flags: readonly string[] = []) {
  const dataDir = newDataDir();
  const service = await startService(dataDir, ['--allow-local-webhooks', ...flags]);
  const recorder = recorderAt(service.ready);
  return {
    ready: service.ready,
    recorder,
    ledger: ledger(receivers),
    partners: (urls: readonly string[]) => partnersAt(dataDir, urls),
    async close() {
      await recorder.close();
      await service.stop();
      removeDataDir(dataDir);
    },
  };
}

/** Starts a local service with healthy partners and one whose receiver hangs. */
export async function pipelineWorld(receivers: Receivers, partners: number) {
  const service = await measuredService(receivers);
  const urls = Array.from({ length: partners }, (_, n) => receivers.urlOf(n));
  const made = await service.partners([receivers.hangingUrl, ...urls]);
  const [hanging = '', ...healthy] = made.map(({ tenantId }) => tenantId);
  return {
    ...service,
    /** Returns calls of the first `count` healthy partners in turn. */
    callsOf: (count: number, summary = SUMMARY): Calls => ({ tenantOf: (n) => healthy[n % count] ?? '', summary }),
    callsOfHanging: { tenantOf: () => hanging, summary: SUMMARY } satisfies Calls,
  };
}

const AT_A_TIME = 8;

/** Creates partners of the running service with a line and a webhook each. Returns their ids. */
async function partnersAt(dataDir: string, urls: readonly string[]) {
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
