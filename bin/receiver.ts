/** `npm run receiver -- [--port 9100] [--secret whsec_…] [--status 200]`: prints the events that a webhook receives. */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { listen } from './local/loopback.ts';
import { createReceiver } from './receiver/receiver.ts';

const options = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(9100),
  secret: z
    .string()
    .regex(/^whsec_([0-9a-f]{2})+$/, { error: 'must be whsec_ and hexadecimal digits' })
    .optional(),
  status: z.coerce.number().int().min(200).max(599).default(200),
});

try {
  const text = { type: 'string' } as const;
  const { port, secret, status } = options.parse(
    parseArgs({ options: { port: text, secret: text, status: text } }).values,
  );
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const server = createReceiver({ secret, status, print, nowMs: Date.now });
  console.log(`Receiving on http://127.0.0.1:${await listen(server, port)}`);
  if (secret === undefined) console.log('Signatures are not verified: PUT /v1/webhooks gives the --secret for it.');
} catch (error) {
  const isCommandLine = error instanceof z.ZodError || error instanceof TypeError;
  console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
  process.exitCode = isCommandLine ? 2 : 1;
}
