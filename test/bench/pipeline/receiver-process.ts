import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import * as z from 'zod';
import { startChild } from '../child.ts';

const MODULE = fileURLToPath(new URL('receivers.ts', import.meta.url));
const arrivals = z.array(z.tuple([z.string(), z.number()]));

/** Returns the address of the nth receiver, counted from 0. */
export const addressOf = (n: number) => `127.1.${n >> 8}.${n & 255}`;

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Starts receivers in their own process. Each has its own origin, as those of partners do. */
export async function startReceivers(count: number) {
  const { port, stop } = await startChild(MODULE, [String(count)]);
  const seenAtMs = new Map<string, number[]>();
  return {
    urlOf: (n: number) => `http://${addressOf(n)}:${port}/hook`,
    hangingUrl: `http://127.0.0.1:${port}/hang`,
    /** Responds after so many milliseconds. */
    lateUrl: (ms: number) => `http://127.0.0.1:${port}/wait/${ms}`,
    statusUrl: (status: number) => `http://127.0.0.1:${port}/status/${status}`,
    /** Hangs while the door is closed. */
    doorUrl: `http://127.0.0.1:${port}/door`,
    async setDoor(state: 'open' | 'close'): Promise<void> {
      await (await request(`http://127.0.0.1:${port}/${state}`)).body.dump();
    },
    /** Returns the arrival times of each call's requests so far. */
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
