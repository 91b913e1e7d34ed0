/** `npm run webhook:listen`: receives webhook events, verifies them and prints them. Add `-- --help` for the flags. */
import { setTimeout as sleepMs } from 'node:timers/promises';
import { exitCodeOf, sentenceOf } from '../tooling/command-line/explain-error.ts';
import { listen } from '../tooling/machine/loopback.ts';
import { rejectTakenPort } from '../tooling/machine/ports.ts';
import { type ListenFlags, parseFlags, USAGE } from '../webhook-tools/listen/flags.ts';
import { createListener } from '../webhook-tools/listen/listener.ts';

try {
  const flags = parseFlags(process.argv.slice(2), process.env);
  if (flags) await receive(flags);
  else console.log(USAGE);
} catch (error) {
  console.error(sentenceOf(error, 'Cannot receive events'));
  process.exitCode = exitCodeOf(error);
}

async function receive({ port, secret, responseRule }: ListenFlags) {
  await rejectTakenPort(port, '--port');
  const print = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`);
  const server = createListener({ secret, responseRule: responseRule, print, nowMs: Date.now, sleepMs });
  console.log(`Receiving on http://127.0.0.1:${await listen(server, port)}`);
  if (secret === undefined)
    console.log(
      'Signatures are not verified. To verify them, pass --secret with signingSecret from the response of PUT /v1/webhooks.',
    );
}
