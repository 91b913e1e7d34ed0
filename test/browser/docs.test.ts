import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { source as AXE } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
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
const COLOR_SCHEMES = ['light', 'dark'] as const;
/** Screenshots have only the beginning of a page, which is enough to see its faults. */
const SHOT_HEIGHT = 3_000;
/** WCAG level AA for text of any size. */
const LEAST_CONTRAST = 4.5;
const FILES = Object.values(PAGES);

let browser: Browser;
let context: BrowserContext | undefined;
let page: Page;
/** The requests and errors of the open page. */
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

/** Opens a browser context without data of earlier pages. */
async function open(options: Parameters<Browser['newContext']>[0]): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport: DESK, ...options });
  page = await context.newPage();
  asked = [];
  complaints = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

const docsUrl = () => String(running()['docsUrl']);
const onDisk = (file: string) => pathToFileURL(join(FOLDER, file)).href;
const isLocal = (url: string) => url.startsWith(`${docsUrl()}/`) || url.startsWith(pathToFileURL(FOLDER).href);
const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '');

const unfold = () =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });

async function takeShots(file: string, viewport: typeof DESK): Promise<void> {
  const clip = { x: 0, y: 0, width: viewport.width, height: SHOT_HEIGHT };
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const name = `${file.replace('.html', '')}-${viewport.width}-${colorScheme}.png`;
    await page.screenshot({ path: join(SHOTS, name), clip, fullPage: true });
  }
}

describe.each(FILES)('the page %s', (file) => {
  beforeAll(() => open({}));
  beforeEach(() => {
    asked = [];
    complaints = [];
  });

  it('opens from disk without a network, and requests nothing outside its folder', async () => {
    await page.context().setOffline(true);
    await page.goto(onDisk(file));
    await page.context().setOffline(false);
    expect(await page.locator('h1').count()).toBe(1);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => !isLocal(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('opens from the local service, and requests nothing from another origin', async () => {
    await page.goto(`${docsUrl()}/${file}`, { waitUntil: 'networkidle' });
    expect(asked.filter((url) => !isLocal(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('fits a phone, a tablet and a desk', async () => {
    await page.goto(onDisk(file));
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

describe('keyboard users', () => {
  beforeEach(() => open({}));

  it('first reach a link that skips the navigation, then the links to the pages', async () => {
    await page.goto(onDisk(PAGES.guide));
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

  it('see an outline around the focused element', async () => {
    await page.goto(onDisk(PAGES.guide));
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
      expect({ at: await focused(), outline }).toMatchObject({ outline: 'solid' });
    }
  });

  it('can send a request from the API reference and see the response', async () => {
    await page.goto(`${docsUrl()}/${PAGES.reference}`);
    await page.locator('#api-key').focus();
    await page.keyboard.type(running().demo.apiKey);
    await page.locator('section[aria-labelledby="whoami"] .try > summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Send GET');
    await page.keyboard.press('Enter');
    const answer = page.locator('section[aria-labelledby="whoami"] .answer');
    await answer.getByText(running().demo.partnerId).waitFor();
    expect(await answer.locator('.status').textContent()).toMatch(/^200 /);
    expect(complaints).toEqual([]);
  });
});

describe('the console of the API reference', () => {
  const part = (operation: string) => page.locator(`section[aria-labelledby="${operation}"]`);

  it('is disabled when the page is opened from disk, and says how to start the local service', async () => {
    await open({});
    await page.goto(onDisk(PAGES.reference));
    expect(await page.locator('#console-off').textContent()).toContain('npm start');
    expect(await page.locator('#console-off').isVisible()).toBe(true);
    expect(await page.locator('form[data-path] button:enabled').count()).toBe(0);
  });

  it('creates a line, fills its id into the forms of other endpoints, and explains a failure', async () => {
    await open({});
    await page.goto(`${docsUrl()}/${PAGES.reference}`);
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
    await page.waitForURL(`${docsUrl()}/${PAGES.errors}#EXTERNAL_ID_EXISTS`);
    expect(await page.locator('#EXTERNAL_ID_EXISTS').isVisible()).toBe(true);
  });

  it('sends the query parameters, and shows the same request as a curl command without the API key', async () => {
    await open({});
    await page.goto(`${docsUrl()}/${PAGES.reference}`);
    await page.locator('#api-key').fill(running().demo.apiKey);
    await part('listTenants').locator('.try > summary').click();
    await page.locator('#listTenants-limit').fill('1');
    await part('listTenants').getByRole('button', { name: 'Send GET' }).click();
    const answer = part('listTenants').locator('.answer');
    await answer.getByText('nextCursor').waitFor();
    expect(asked.at(-1)).toBe(`${docsUrl()}/v1/tenants?limit=1`);
    expect(await answer.textContent()).toContain(`curl -sS '${docsUrl()}/v1/tenants?limit=1'`);
    expect(await answer.textContent()).not.toContain(running().demo.apiKey);
  });

  it('fits the screen of a phone when it shows a response', async () => {
    await open({ viewport: PHONE });
    await page.goto(`${docsUrl()}/${PAGES.reference}#whoami`);
    await page.locator('#api-key').fill(running().demo.apiKey);
    await part('whoami').locator('.try > summary').click();
    await part('whoami').getByRole('button', { name: 'Send GET' }).click();
    await part('whoami').locator('.answer .status.ok', { hasText: '200' }).waitFor();
    if (SHOTS) await part('whoami').screenshot({ path: join(SHOTS, 'console-320-light.png') });
    expect(await overflowPx()).toBeLessThanOrEqual(0);
  });
});

describe('the samples of the API reference', () => {
  const samples = () => page.locator('section[aria-labelledby="createTenant"] .samples');
  const box = async (selector: string) => {
    const found = await page.locator(`section[aria-labelledby="createTenant"] ${selector}`).first().boundingBox();
    if (!found) throw new Error(`${selector} is not visible`);
    return found;
  };

  it('stand beside the text on a wide screen, and below it on a phone', async () => {
    await open({});
    await page.goto(onDisk(PAGES.reference));
    const [text, sample] = [await box('.fields'), await box('.samples')];
    expect(sample.x).toBeGreaterThan(text.x + text.width);
    expect(sample.y).toBeLessThan(text.y);
    await page.setViewportSize(PHONE);
    expect((await box('.samples')).y).toBeGreaterThan((await box('.fields')).y);
  });

  it('can each be read without scripts', async () => {
    await open({ javaScriptEnabled: false });
    await page.goto(onDisk(PAGES.reference));
    for (const [language, words] of [
      ['Python', 'urllib.request'],
      ['TypeScript', 'new PartnerLines'],
      ['curl', 'curl -sS -X POST'],
    ] as const) {
      await samples().getByText(language, { exact: true }).click();
      await samples().getByText(words).first().waitFor();
    }
  });

  it('are all shown in the language that was chosen last, also after a reload', async () => {
    await open({});
    await page.goto(`${docsUrl()}/${PAGES.reference}`);
    await samples().getByText('Python', { exact: true }).click();
    const shown = () => page.locator('.samples details[open] > summary').allTextContents();
    expect(new Set(await shown())).toEqual(new Set(['Python']));
    await page.reload();
    expect(new Set(await shown())).toEqual(new Set(['Python']));
  });
});

describe('the search', () => {
  const searchBox = () => page.getByRole('searchbox', { name: 'Search the documentation' });
  const status = () => page.locator('#search [role="status"]');

  it('works from disk with the keyboard alone', async () => {
    await open({});
    await page.goto(onDisk(PAGES.guide));
    await page.keyboard.press('/');
    await page.keyboard.type('external id exi');
    await page.locator('#search a').first().waitFor();
    expect(await status().textContent()).toMatch(/^\d+ sections found$/);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('errors.html#EXTERNAL_ID_EXISTS');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(onDisk(PAGES.errors).concat('#EXTERNAL_ID_EXISTS'));
    expect(asked.filter((url) => !isLocal(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('says that nothing was found, shows a query as text, and closes with Escape', async () => {
    await open({ viewport: PHONE });
    await page.goto(`${docsUrl()}/`);
    await searchBox().fill('<b>qqqq</b>');
    await page.getByText('Nothing found for “<b>qqqq</b>”. Try fewer or other words.').waitFor();
    await page.keyboard.press('Escape');
    expect([await searchBox().inputValue(), await status().textContent()]).toEqual(['', '']);
    expect(complaints).toEqual([]);
  });

  it('has no axe findings and fits a phone while it shows results', async () => {
    await open({ viewport: PHONE });
    await page.goto(`${docsUrl()}/`);
    await searchBox().fill('secret');
    await page.locator('#search a').first().waitFor();
    if (SHOTS) await page.screenshot({ path: join(SHOTS, 'search-320-light.png') });
    expect(await overflowPx()).toBeLessThanOrEqual(0);
    expect(await axeFindings(page, AXE)).toEqual([]);
  });

  it('is hidden without scripts, and the page still shows its text', async () => {
    await open({ javaScriptEnabled: false });
    await page.goto(onDisk(PAGES.reference));
    expect(await searchBox().isVisible()).toBe(false);
    expect(await page.getByText('Create a line').first().isVisible()).toBe(true);
  });
});

describe('the light or dark theme', () => {
  it('can be chosen, and the next page keeps the choice', async () => {
    await open({ colorScheme: 'light' });
    await page.goto(`${docsUrl()}/`);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await ground()).not.toBe(light);
    await page.goto(`${docsUrl()}/${PAGES.errors}`);
    expect(await page.getByRole('button', { name: 'Theme: dark' }).isVisible()).toBe(true);
    expect(await ground()).not.toBe(light);
  });
});

describe('a collapsed receiver sample', () => {
  it('opens when a link points to it', async () => {
    await open({});
    await page.goto(`${onDisk(PAGES.webhooks)}#sample-webhook_receiver.py`);
    expect(await page.getByText('hmac.compare_digest').first().isVisible()).toBe(true);
  });
});
