import { setTimeout as sleep } from 'node:timers/promises';
import { operator } from '../../support/service/operator.ts';
import type { Receivers } from '../pipeline/receiver-process.ts';
import { arrivals, burst, clockMs, type Recorded } from '../pipeline/recorder.ts';
import { measuredService, SUMMARY } from '../pipeline/world.ts';
import type { Extent } from './extent.ts';

const HEALTHY_PARTNERS = 10;
const HEALTHY_PER_SECOND = 20;
/** Calls that one recorder has on the way when it records a burst. */
const AT_ONCE = 16;

export type FairnessWorld = Awaited<ReturnType<typeof fairnessWorld>>;

/** Starts a local service with ten healthy partners, and records calls as the voice platform does. */
export async function fairnessWorld(
  receivers: Receivers,
  { warmUpCalls }: Pick<Extent, 'warmUpCalls'>,
  flags: readonly string[] = [],
) {
  const { ready, recorder, ledger, partners, close } = await measuredService(receivers, flags);
  const { delivered } = ledger;
  const healthy = await partners(Array.from({ length: HEALTHY_PARTNERS }, (_, n) => receivers.urlOf(n)));
  const callsOf = (of: readonly { readonly tenantId: string }[]) => ({
    tenantOf: (n: number) => of[n % of.length]?.tenantId ?? '',
    summary: SUMMARY,
  });
  await delivered(await burst(recorder, callsOf(healthy), warmUpCalls, 8));

  return {
    receivers,
    partners,
    /** Records calls at random times. */
    steadily: (of: readonly { readonly tenantId: string }[], perSecond: number, seconds: number) =>
      arrivals(recorder, callsOf(of), perSecond, seconds),
    /** Records calls as fast as the service allows. */
    atOnce: (of: readonly { readonly tenantId: string }[], count: number) =>
      burst(recorder, callsOf(of), count, AT_ONCE),
    /** Records calls of the healthy partners all the time until the work is done. Returns those calls. */
    async beside(work: Promise<unknown>): Promise<Recorded[]> {
      const recorded: Recorded[][] = [];
      let isDone = false;
      void work.finally(() => {
        isDone = true;
      });
      while (!isDone) recorded.push(await arrivals(recorder, callsOf(healthy), HEALTHY_PER_SECOND, 1));
      await work;
      return recorded.flat();
    },
    /** Waits for the first request of each call. Returns the seconds from the end of the recording to that request. */
    async waitsOf(recorded: readonly Recorded[]): Promise<number[]> {
      const found = await delivered(recorded);
      if (found.length < recorded.length) throw new Error(`${recorded.length - found.length} calls were not delivered`);
      return found.map(({ postedAtMs, returnedAtMs }) => Math.max(0, postedAtMs - returnedAtMs) / 1_000);
    },
    /** Waits for `requests` requests of all these calls together. Returns when the last of them came. */
    async requested(recorded: readonly Recorded[], requests: number): Promise<number> {
      for (;;) {
        const seen = await receivers.seen();
        const times = recorded.flatMap(({ callId }) => seen.get(callId) ?? []);
        if (times.length >= requests) return Math.max(...times);
        await sleep(50);
      }
    },
    mapping: (verb: 'enable' | 'disable', name: string) => operator(ready.dataDir, ['mapping', verb, '--name', name]),
    suspend: (partnerId: string) => operator(ready.dataDir, ['partner', 'suspend', '--partner', partnerId]),
    clockMs,
    close,
  };
}
