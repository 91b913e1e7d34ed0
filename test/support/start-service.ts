import { leadsTo, startDnsServer } from './receivers/dns-server.ts';
import { newDataDir, type Service, startService } from './service/service.ts';

declare global {
  var testService: Service | undefined;
  var testNames: Awaited<ReturnType<typeof startDnsServer>> | undefined;
}

/** The names that end-to-end tests register as webhooks. Any other does not exist. */
const ZONE = {
  'hooks.acme.com': leadsTo('8.8.8.8', '2606:4700::1111'),
  'inside.acme.com': leadsTo('10.1.2.3'),
  'mixed.acme.com': leadsTo('8.8.8.8', '192.168.0.1'),
  'broken.acme.com': { code: 'SERVFAIL' },
} as const;

/** One running service for all end-to-end tests; each makes its own partners on it. Retries wait 0.2 s instead of 60. */
export default async function start(): Promise<void> {
  globalThis.testNames = await startDnsServer(ZONE);
  const dns = ['--dns', globalThis.testNames.address];
  const flags = ['--allow-local-webhooks', '--retry-base-seconds', '0.2', ...dns];
  globalThis.testService = await startService(newDataDir(), flags);
  process.env['TEST_SERVICE'] = JSON.stringify(globalThis.testService.ready);
}
