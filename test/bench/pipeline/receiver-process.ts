import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import * as z from 'zod';
import { startChild } from '../child.ts';

const MODULE = fileURLToPath(new URL('receivers.ts', import.meta.url));
const arrivals = z.array(z.tuple([z.string(), z.number()]));

/** Of the nth receiver, from 0. */
export const addressOf = (n: number) => `127.1.${n >> 8}.${n & 255}`;

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Receivers in a process of their own, one origin each, as partners have. */
export async function startReceivers(count: number) {
  const { port, stop } = await startChild(MODULE, [String(count)]);
  const seenAtMs = new Map<string, number[]>();
  return {
    urlOf: (n: number) => `http://${addressOf(n)}:${port}/hook`,
    hangingUrl: `http://127.0.0.1:${port}/hang`,
    /** When each call's requests have arrived, up to now. */
    async seen(): Promise<ReadonlyMap<string, readonly number[]>> {
      const { body } = await request(`http://127.0.0.1:${port}/seen`);
      for (const [callId, atMs] of arrivals.parse(await body.json())) {
        seenAtMs.set(callId, [...(seenAtMs.get(callId) ?? []), atMs]);
      }
      return seenAtMs;
    },
    stop,
  };
}
