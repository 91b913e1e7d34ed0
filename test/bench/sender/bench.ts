import { join } from 'node:path';
import * as z from 'zod';
import { measuredBy } from '../child.ts';
import type { Bench, Figure } from '../figure.ts';
import { median, pairedRatios, summary } from '../statistics.ts';

const rounds = z.array(z.number());
const measured = z.object({
  cpuUs: z.object({ shipped: rounds, request: rounds }),
  signing: z.object({ headers: rounds, contractHeaders: rounds, signature: rounds, digest: rounds }),
  handshakesPerDelivery: z.number(),
  batchRatios: rounds,
});
type Measurements = z.infer<typeof measured>;

/** Compares the two clients by CPU, not by time, because the receiver on the other core is slower than both clients. */
export const sender: Bench = {
  name: 'sender',
  about: 'CPU of a delivery over HTTPS by the shipped sender, beside a client that guarantees nothing',
  async measure({ size, say }) {
    say('two clients, signing, connections and batches of ten');
    const all = await measuredBy(join(import.meta.dirname, 'process.ts'), measured, size, ['--expose-gc']);
    return { figures: figuresOf(all) };
  },
};

function figuresOf({ cpuUs, signing, handshakesPerDelivery, batchRatios }: Measurements): Figure[] {
  return [
    {
      name: 'deliveries per CPU second: shipped sender ÷ undici.request',
      ...summary(pairedRatios(cpuUs.request, cpuUs.shipped)),
      unit: '',
      goal: { atLeast: 1 },
      note: `shipped sender: ${median(cpuUs.shipped).toFixed(0)} µs of CPU per delivery`,
    },
    { name: 'a delivery by undici.request', ...summary(cpuUs.request), unit: 'µs of CPU' },
    {
      name: 'CPU of signing ÷ CPU of a SHA-256 hash of the same bytes',
      ...summary(pairedRatios(signing.signature, signing.digest)),
      unit: '',
      goal: { atMost: 3.5 },
      note: `signing: ${median(signing.signature).toFixed(2)} µs`,
    },
    {
      name: "all headers ÷ the contract's headers, signed each time",
      ...summary(pairedRatios(signing.headers, signing.contractHeaders)),
      unit: '',
      goal: { atMost: 2.5 },
      note: `${median(signing.headers).toFixed(2)} µs; ${((100 * (median(signing.headers) - median(signing.contractHeaders))) / median(cpuUs.shipped)).toFixed(1)} % of a delivery's CPU more`,
    },
    {
      name: 'time of 10 parallel deliveries ÷ time of the slowest receiver (200 ms)',
      ...summary(batchRatios),
      unit: '',
      goal: { atMost: 1.03 },
    },
    {
      name: 'TLS handshakes per delivery over existing connections',
      value: handshakesPerDelivery,
      unit: '',
      goal: { atMost: 0.01 },
    },
  ];
}
