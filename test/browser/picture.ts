/**
 * `npm run console:picture`: starts a service, lets the attempts of a call fail, and writes pictures of its page, in
 * light and dark, for README.md.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../tooling/project-dir.ts';
import { startReceiver } from '../support/receivers/receiver.ts';
import { newDataDir, removeDataDir, startService } from '../support/service/service.ts';
import { newPartner } from '../support/service/world.ts';
import { until } from '../support/until.ts';
import { startChromium } from './start-chromium.ts';

const FOLDER = join(projectDir(), 'docs/pictures');
const CALL = 'call_table_for_two';
/** The later attempts are still to come when the picture is taken. */
const FAILED_ATTEMPTS = 5;
const SIZE = { width: 1_080, height: 720 };
const dataDir = newDataDir();
const service = await startService(dataDir, [
  '--docs-port',
  '0',
  '--allow-local-webhooks',
  '--retry-base-seconds',
  '2',
]);
const receiver = await startReceiver(() => 503);
const browser = await startChromium();
try {
  const partner = await newPartner({}, service.ready);
  await partner.call('PUT', '/v1/webhooks', { body: { url: receiver.url } });
  const { tenantId } = await partner.createLine({ name: 'Corner Cafe' });
  await partner.recordCalls(tenantId, [{ callId: CALL, summary: 'Wants a table for two.' }]);
  await until(() => receiver.received.length >= FAILED_ATTEMPTS);

  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(service.ready.consoleUrl);
  await page.getByRole('searchbox').fill(CALL);
  await page.getByRole('searchbox').press('Enter');
  await page
    .getByRole('list', { name: 'Attempts' })
    .getByRole('listitem')
    .nth(FAILED_ATTEMPTS - 1)
    .waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `console-${colorScheme}.png`) });
  }
} finally {
  await browser.close();
  await receiver.close();
  await service.stop();
  removeDataDir(dataDir);
}
