/**
 * `npm run console:picture`: starts the demo, lets it live through an hour in a few minutes, and writes pictures of the
 * console's overview, in light and dark, for README.md.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { synthesizeIfChanged } from '../../local/aws/cloudformation/synthesis.ts';
import { parseFlags } from '../../local/flags.ts';
import { startService } from '../../local/host.ts';
import { createTerminal } from '../../local/reporting/terminal.ts';
import { startLocalConsole } from '../../operator/console/start/local.ts';
import { projectDir } from '../../tooling/project-dir.ts';
import { newDataDir, removeDataDir } from '../support/service/service.ts';
import { moveBeforeHour, playHour } from './hour-of-calls.ts';
import { startChromium } from './start-chromium.ts';

const FOLDER = join(projectDir(), 'docs/pictures');
const SIZE = { width: 1_200, height: 1_060 };
const nowhere = () => undefined;

const dataDir = newDataDir();
const flags = parseFlags(['--demo', '--port', '0', '--data', dataDir]);
if (!flags) throw new Error('The flags do not include --help');
moveBeforeHour();
const service = await startService(flags, {
  startConsole: startLocalConsole,
  stackFolder: () => synthesizeIfChanged(projectDir()),
  terminal: createTerminal({ out: nowhere, err: nowhere }),
});
const hour = await playHour(service.ready);
const browser = await startChromium();
try {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(service.ready.consoleUrl);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `console-${colorScheme}.png`) });
  }
} finally {
  await browser.close();
  await hour.close();
  await service.close();
  removeDataDir(dataDir);
}
