import { leadsTo, startDnsServer } from './receivers/dns-server.ts';
import { newDataDir, type Service, startService } from './service/service.ts';

declare global {
  var testService: Service | undefined;
  var testNames: Awaited<ReturnType<typeof startDnsServer>> | undefined;
}

/** The names that end-to-end tests use in webhook URLs. No other name exists. */
const ZONE = {
  'hooks.acme.com': leadsTo('8.8.8.8', '2606:4700::1111'),
  // This name is in the examples of the API document.
  'hooks.example.com': leadsTo('8.8.8.8'),
} as const;

/** Starts one service for all end-to-end tests. The first retry waits 0.2 s instead of 60 s. */
export default async function start(): Promise<void> {
  globalThis.testNames = await startDnsServer(ZONE);
  const dns = ['--dns', globalThis.testNames.address];
  const flags = ['--allow-local-webhooks', '--retry-base-seconds', '0.2', ...dns];
  globalThis.testService = await startService(newDataDir(), flags);
  process.env['TEST_SERVICE'] = JSON.stringify(globalThis.testService.ready);
}
