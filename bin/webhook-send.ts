/** `npm run webhook:send`: signs a sample event as the service does, and sends it. Add `-- --help` for the flags. */
import { lookup } from 'node:dns/promises';
import type { Resolve } from '../shared/delivery/resolver.ts';
import { createSender } from '../shared/delivery/sender.ts';
import { exitCodeOf, sentenceOf } from '../tooling/command-line/explain-error.ts';
import { parseFlags, USAGE } from '../webhook-tools/send/flags.ts';
import { sendSample } from '../webhook-tools/send/send-sample.ts';

try {
  const flags = parseFlags(process.argv.slice(2), process.env);
  if (flags) await send(flags);
  else console.log(USAGE);
} catch (error) {
  console.error(sentenceOf(error, 'Cannot send the sample'));
  process.exitCode = exitCodeOf(error);
}

/**
 * Uses the service's own sender, so the outcome is what the service would see. Unlike the service, this tool may reach
 * private addresses and use plain HTTP.
 */
async function send(flags: NonNullable<ReturnType<typeof parseFlags>>) {
  const nowMs = Date.now;
  const sender = createSender({ resolve: bySystem, permits: () => true, allowsPlainHttp: true, nowMs });
  const isAsItShould = await sendSample(flags, { send: sender, print: console.log, nowMs });
  // Kept-alive connections would keep the process running for some seconds.
  process.exit(isAsItShould ? 0 : 1);
}

/** Resolves names as the system does, with the hosts file. */
async function bySystem(hostname: string): ReturnType<Resolve> {
  try {
    const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true });
    return { kind: 'addresses', addresses: found.map(({ address }) => address) };
  } catch {
    return { kind: 'unresolvable' };
  }
}
