import { newDataDir, type Service, startService } from './service.ts';

declare global {
  var testService: Service | undefined;
}

/** One running service for all end-to-end tests; each makes its own partners on it. Retries wait 0.2 s instead of 60. */
export default async function start(): Promise<void> {
  globalThis.testService = await startService(newDataDir(), ['--allow-local-webhooks', '--retry-base-seconds', '0.2']);
  process.env['TEST_SERVICE'] = JSON.stringify(globalThis.testService.ready);
}
