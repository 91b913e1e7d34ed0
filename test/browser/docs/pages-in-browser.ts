import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { PAGES } from '../../../partner-docs/site/anchors.ts';
import { running } from '../../support/service/world.ts';
import { DESK, PHONE, takeShots } from '../screenshots.ts';
import { onComplaint, startChromium } from '../start-chromium.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'dist/docs');
const TABLET = { width: 900, height: 900 };
export const VIEWPORTS = [PHONE, TABLET, DESK];
/** Screenshots have only the beginning of a page, which is enough to see its faults. */
const SHOT_HEIGHT = 3_000;
export const FILES = Object.values(PAGES);

let browser: Browser | undefined;
let context: BrowserContext | undefined;
export let page: Page;
/** The requests and errors since the page was loaded. */
export let asked: string[];
export let complaints: string[];

export async function startBrowser(): Promise<void> {
  execFileSync(process.execPath, ['bin/docs.ts', '--pages-only'], { cwd: ROOT, stdio: 'pipe' });
  browser = await startChromium();
}
export const closeBrowser = async (): Promise<void> => browser?.close();

/**
 * Opens a browser context without data of earlier pages. Each context costs Chromium up to a second of CPU time, and so
 * does each change between file: and http: pages. So several tests use one context where possible.
 */
export async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  await context?.close();
  if (browser === undefined) throw new Error('The browser is not started');
  context = await browser.newContext({ viewport: DESK, ...options });
  page = await context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  onComplaint(page, (complaint) => complaints.push(complaint));
}

export async function load(
  url: string,
  { viewport = DESK, ...options }: { viewport?: typeof DESK; waitUntil?: 'networkidle' } = {},
) {
  asked = [];
  complaints = [];
  await page.setViewportSize(viewport);
  await page.goto(url, options);
}

const docsUrl = () => String(running()['docsUrl']);
export const served = (file: string) => `${docsUrl()}/${file}`;
export const onDisk = (file: string) => pathToFileURL(join(FOLDER, file)).href;
export const isLocal = (url: string) => url.startsWith(served('')) || url.startsWith(pathToFileURL(FOLDER).href);
export const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Returns the texts of the first cells of tables that something else covers. */
export const coveredCells = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('tbody tr:first-child td:first-child')].flatMap((cell) => {
      cell.scrollIntoView({ block: 'center' });
      const { left, top, height } = cell.getBoundingClientRect();
      const isCovered = [8, 40, 72].some((x) => !cell.contains(document.elementFromPoint(left + x, top + height / 2)));
      return isCovered ? [cell.textContent] : [];
    }),
  );
export const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
export const part = (operation: string) => page.locator(`section[aria-labelledby="${operation}"]`);
export const samples = () => part('createTenant').locator('.samples');
export const searchBox = () => page.getByRole('searchbox', { name: 'Search the documentation' });
export const searchStatus = () => page.locator('#search [role="status"]');

export const unfold = () =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });

export async function boxOf(locator: Locator) {
  const found = await locator.first().boundingBox();
  if (!found) throw new Error(`${locator} is not visible`);
  return found;
}

export const takeShotsOf = (file: string, viewport: typeof DESK) =>
  takeShots(page, file.replace('.html', ''), viewport, SHOT_HEIGHT);
