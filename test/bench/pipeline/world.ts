import { newDataDir, removeDataDir, startService } from '../../support/service/service.ts';
import type { Calls } from './load.ts';
import { partnersAt } from './partners.ts';
import type { Receivers } from './receiver-process.ts';
import { ledger } from './reconciled.ts';
import { recorderAt } from './recorder.ts';

/** A typical summary of at most 1 KB. */
export const SUMMARY = 'Asked for a table at seven, outside if the weather allows. '.repeat(10);

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
