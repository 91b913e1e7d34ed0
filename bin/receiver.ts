/** `npm run receiver`: prints the events that a webhook receives. Flags: `npm run receiver -- --help`. */
import { listen } from './local/loopback.ts';
import { refuseTakenPort } from './local/ports.ts';
import { exitCodeOf, sentenceOf } from './local/problem.ts';
import { parseFlags, USAGE } from './receiver/flags.ts';
import { createReceiver } from './receiver/receiver.ts';

try {
  const flags = parseFlags(process.argv.slice(2));
  if (flags) await receive(flags);
  else console.log(USAGE);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = exitCodeOf(error);
}

async function receive({ port, secret, status }: NonNullable<ReturnType<typeof parseFlags>>) {
  await refuseTakenPort(port, '--port');
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const server = createReceiver({ secret, status, print, nowMs: Date.now });
  console.log(`Receiving on http://127.0.0.1:${await listen(server, port)}`);
  if (secret === undefined) console.log('Signatures are not verified: PUT /v1/webhooks gives the --secret for it.');
}
