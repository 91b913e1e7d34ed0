import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { source as AXE } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { PAGES } from '../../partner-docs/site/anchors.ts';
import { findChromium, HOW_TO_GET_CHROMIUM } from '../support/machine/chromium.ts';
import { running } from '../support/service/world.ts';
import { axeFindings } from './axe.ts';
import { faintTexts } from './contrast.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'dist/docs');
/** The folder for screenshots, if SCREENSHOTS names one. They are for people; no test compares them. */
const SHOTS = process.env['SCREENSHOTS'] ?? '';
const PHONE = { width: 320, height: 800 };
const TABLET = { width: 900, height: 900 };
const DESK = { width: 1_440, height: 900 };
const VIEWPORTS = [PHONE, TABLET, DESK];
/** Light is last, so that later tests see a page in its default colours. */
const COLOR_SCHEMES = ['dark', 'light'] as const;
/** Screenshots have only the beginning of a page, which is enough to see its faults. */
const SHOT_HEIGHT = 3_000;
/** WCAG level AA for text of any size. */
const LEAST_CONTRAST = 4.5;
const FILES = Object.values(PAGES);

let browser: Browser;
let context: BrowserContext | undefined;
let page: Page;
/** The requests and errors since the page was loaded. */
let asked: string[];
let complaints: string[];

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`This test ${HOW_TO_GET_CHROMIUM}`);
  spawnSync(process.execPath, ['bin/docs.ts'], { cwd: ROOT });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  browser = await chromium.launch({ executablePath });
});
afterAll(() => browser?.close());

/**
 * Opens a browser context without data of earlier pages. Each context costs Chromium up to a second of CPU time, and so
 * does each change between file: and http: pages. So tests share a context where they can.
 */
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport: DESK, ...options });
  page = await context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

async function load(
  url: string,
  { viewport = DESK, ...options }: { viewport?: typeof DESK; waitUntil?: 'networkidle' } = {},
) {
  asked = [];
  complaints = [];
  await page.setViewportSize(viewport);
  await page.goto(url, options);
}

const docsUrl = () => String(running()['docsUrl']);
const served = (file: string) => `${docsUrl()}/${file}`;
const onDisk = (file: string) => pathToFileURL(join(FOLDER, file)).href;
const isLocal = (url: string) => url.startsWith(served('')) || url.startsWith(pathToFileURL(FOLDER).href);
const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');
const part = (operation: string) => page.locator(`section[aria-labelledby="${operation}"]`);
const samples = () => part('createTenant').locator('.samples');
const searchBox = () => page.getByRole('searchbox', { name: 'Search the documentation' });
const searchStatus = () => page.locator('#search [role="status"]');

const unfold = () =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });

async function boxOf(locator: Locator) {
  const found = await locator.first().boundingBox();
  if (!found) throw new Error(`${locator} is not visible`);
  return found;
}

async function takeShots(file: string, viewport: typeof DESK): Promise<void> {
  const clip = { x: 0, y: 0, width: viewport.width, height: SHOT_HEIGHT };
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const name = `${file.replace('.html', '')}-${viewport.width}-${colorScheme}.png`;
    await page.screenshot({ path: join(SHOTS, name), clip, fullPage: true });
  }
}

describe('opened from disk,', () => {
  beforeAll(() => open());

  describe.each(FILES)('the page %s', (file) => {
    beforeAll(async () => {
      await page.context().setOffline(true);
      await load(onDisk(file));
      await page.context().setOffline(false);
    });

    it('needs no network, and requests nothing outside its folder', async () => {
      expect(await page.locator('h1').count()).toBe(1);
      expect(asked.length).toBeGreaterThan(1);
      expect(asked.filter((url) => !isLocal(url))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('fits a phone, a tablet and a desk', async () => {
      for (const viewport of SHOTS ? VIEWPORTS : []) {
        await page.setViewportSize(viewport);
        await takeShots(file, viewport);
      }
      await unfold();
      for (const { width, height } of VIEWPORTS) {
        await page.setViewportSize({ width, height });
        expect({ width, overflowPx: await overflowPx() }).toEqual({ width, overflowPx: 0 });
      }
    });

    it('is readable in light and dark mode, and has no axe findings', async () => {
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const faint = await page.evaluate(faintTexts, LEAST_CONTRAST);
        expect({ colorScheme, faint }).toEqual({ colorScheme, faint: [] });
      }
      // Only contrast, which was tested above, depends on the colour scheme. So axe, which takes seconds, runs once.
      expect(await axeFindings(page, AXE, 'all but contrast')).toEqual([]);
    });
  });

  describe('a page shows a keyboard user', () => {
    it('first a link that skips the navigation, then the links to the pages', async () => {
      await load(onDisk(PAGES.guide));
      await page.keyboard.press('Tab');
      expect(await focused()).toContain('class="skip"');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await focused()).toContain(`href="${PAGES.guide}"`);
      await page.keyboard.press('Tab');
      expect(await focused()).toContain(`href="${PAGES.webhooks}"`);
      await page.keyboard.press('Enter');
      await page.waitForURL(onDisk(PAGES.webhooks));
    });

    it('an outline around the focused element', async () => {
      await load(onDisk(PAGES.guide));
      for (let stop = 0; stop < 12; stop += 1) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(
          () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
        );
        expect({ at: await focused(), outline }).toMatchObject({ outline: 'solid' });
      }
    });
  });

  describe('the API reference', () => {
    beforeAll(() => load(onDisk(PAGES.reference)));

    it('has no enabled console, and says how to start the local service', async () => {
      expect(await page.locator('#console-off').textContent()).toContain('npm start');
      expect(await page.locator('#console-off').isVisible()).toBe(true);
      expect(await page.locator('form[data-path] button:enabled').count()).toBe(0);
    });

    it('shows samples beside the text on a wide screen, and below it on a phone', async () => {
      const boxes = async () => ({
        text: await boxOf(part('createTenant').locator('.fields')),
        sample: await boxOf(samples()),
      });
      const wide = await boxes();
      expect(wide.sample.x).toBeGreaterThan(wide.text.x + wide.text.width);
      expect(wide.sample.y).toBeLessThan(wide.text.y);
      await page.setViewportSize(PHONE);
      const narrow = await boxes();
      expect(narrow.sample.y).toBeGreaterThan(narrow.text.y);
    });
  });

  it('the search works with the keyboard alone', async () => {
    await load(onDisk(PAGES.guide));
    await page.keyboard.press('/');
    await page.keyboard.type('external id exi');
    await page.locator('#search a').first().waitFor();
    expect(await searchStatus().textContent()).toMatch(/^\d+ sections found$/);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('errors.html#EXTERNAL_ID_EXISTS');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(onDisk(PAGES.errors).concat('#EXTERNAL_ID_EXISTS'));
    expect(asked.filter((url) => !isLocal(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a collapsed receiver sample opens when a link points to it', async () => {
    await load(`${onDisk(PAGES.webhooks)}#sample-webhook_receiver.py`);
    expect(await page.getByText('hmac.compare_digest').first().isVisible()).toBe(true);
  });
});

describe('without scripts, the API reference', () => {
  beforeAll(async () => {
    await open({ javaScriptEnabled: false });
    await load(onDisk(PAGES.reference));
  });

  it('shows its text without the search', async () => {
    expect(await searchBox().isVisible()).toBe(false);
    expect(await page.getByText('Create a line').first().isVisible()).toBe(true);
  });

  it('shows each sample when its language is clicked', async () => {
    for (const [language, words] of [
      ['Python', 'urllib.request'],
      ['TypeScript', 'new PartnerLines'],
      ['curl', 'curl -sS -X POST'],
    ] as const) {
      await samples().getByText(language, { exact: true }).click();
      await samples().getByText(words).first().waitFor();
    }
  });
});

describe('opened from the local service,', () => {
  beforeAll(() => open());

  it.each(FILES)('the page %s requests nothing from another origin', async (file) => {
    await load(served(file), { waitUntil: 'networkidle' });
    expect(asked.filter((url) => !isLocal(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  describe('the console of the API reference', () => {
    it('can be used with the keyboard alone', async () => {
      await load(served(PAGES.reference));
      await page.locator('#api-key').focus();
      await page.keyboard.type(running().demo.apiKey);
      await part('whoami').locator('.try > summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await focused()).toContain('Send GET');
      await page.keyboard.press('Enter');
      const answer = part('whoami').locator('.answer');
      await answer.getByText(running().demo.partnerId).waitFor();
      expect(await answer.locator('.status').textContent()).toMatch(/^200 /);
      expect(complaints).toEqual([]);
    });

    it('creates a line, fills its id into the forms of other endpoints, and explains a failure', async () => {
      await load(served(PAGES.reference));
      expect(await page.locator('#console-off').isVisible()).toBe(false);
      await page.locator('#api-key').fill(running().demo.apiKey);
      await part('createTenant').locator('.try > summary').click();
      const body = { name: 'Corner Cafe', region: 'kr', externalId: `console-${Date.now()}` };
      await part('createTenant').locator('textarea').fill(JSON.stringify(body));
      await part('createTenant').getByRole('button', { name: 'Send POST' }).click();
      await part('createTenant').locator('.answer .status.ok', { hasText: '201' }).waitFor();
      expect(await page.locator('#getTenant-customerid').inputValue()).toMatch(/^tn_/);

      await part('createTenant').getByRole('button', { name: 'Send POST' }).click();
      const link = part('createTenant').getByRole('link', { name: 'What EXTERNAL_ID_EXISTS means' });
      await link.click();
      await page.waitForURL(`${served(PAGES.errors)}#EXTERNAL_ID_EXISTS`);
      expect(await page.locator('#EXTERNAL_ID_EXISTS').isVisible()).toBe(true);
    });

    describe('after a request with query parameters', () => {
      const answer = () => part('listTenants').locator('.answer');
      beforeAll(async () => {
        await load(served(PAGES.reference));
        await page.locator('#api-key').fill(running().demo.apiKey);
        await part('listTenants').locator('.try > summary').click();
        await page.locator('#listTenants-limit').fill('1');
        await part('listTenants').getByRole('button', { name: 'Send GET' }).click();
        await answer().getByText('nextCursor').waitFor();
      });

      it('has sent them, and shows the same request as a curl command without the API key', async () => {
        expect(asked.at(-1)).toBe(served('v1/tenants?limit=1'));
        expect(await answer().textContent()).toContain(`curl -sS '${served('v1/tenants?limit=1')}'`);
        expect(await answer().textContent()).not.toContain(running().demo.apiKey);
      });

      it('fits the screen of a phone', async () => {
        await page.setViewportSize(PHONE);
        if (SHOTS) await part('listTenants').screenshot({ path: join(SHOTS, 'console-320-light.png') });
        expect(await answer().isVisible()).toBe(true);
        expect(await overflowPx()).toBeLessThanOrEqual(0);
      });
    });
  });

  describe('the search', () => {
    it('says that nothing was found, shows a query as text, and closes with Escape', async () => {
      await load(served(''), { viewport: PHONE });
      await searchBox().fill('<b>qqqq</b>');
      await page.getByText('Nothing found for “<b>qqqq</b>”. Try fewer or other words.').waitFor();
      await page.keyboard.press('Escape');
      expect([await searchBox().inputValue(), await searchStatus().textContent()]).toEqual(['', '']);
      expect(complaints).toEqual([]);
    });

    it('has no axe findings and fits a phone while it shows results', async () => {
      await load(served(''), { viewport: PHONE });
      await searchBox().fill('secret');
      await page.locator('#search a').first().waitFor();
      if (SHOTS) await page.screenshot({ path: join(SHOTS, 'search-320-light.png') });
      expect(await overflowPx()).toBeLessThanOrEqual(0);
      expect(await axeFindings(page, AXE)).toEqual([]);
    });
  });

  describe('what a reader chooses', () => {
    beforeAll(() => open({ colorScheme: 'light' }));

    it('is the language of all samples, also after a reload', async () => {
      await load(served(PAGES.reference));
      await samples().getByText('Python', { exact: true }).click();
      const shown = () => page.locator('.samples details[open] > summary').allTextContents();
      expect(new Set(await shown())).toEqual(new Set(['Python']));
      await page.reload();
      expect(new Set(await shown())).toEqual(new Set(['Python']));
    });

    it('is the theme, also of the next page', async () => {
      await load(served(''));
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground();
      await page.getByRole('button', { name: 'Theme: auto' }).click();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      expect(await ground()).not.toBe(light);
      await load(served(PAGES.errors));
      expect(await page.getByRole('button', { name: 'Theme: dark' }).isVisible()).toBe(true);
      expect(await ground()).not.toBe(light);
    });
  });
});
