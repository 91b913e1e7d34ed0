import { beforeAll, describe, expect, it } from '@jest/globals';
import { PAGES } from '../../../partner-docs/site/anchors.ts';
import { axeFindings, faintTexts } from '../accessibility.ts';
import { COLOR_SCHEMES, DESK, PHONE, SHOTS } from '../screenshots.ts';
import {
  asked,
  boxOf,
  complaints,
  coveredCells,
  FILES,
  focused,
  isLocal,
  load,
  onDisk,
  open,
  overflowPx,
  page,
  part,
  samples,
  searchBox,
  searchStatus,
  takeShotsOf,
  unfold,
  VIEWPORTS,
} from './pages-in-browser.ts';

/** WCAG level AA for text of any size. */
const LEAST_CONTRAST = 4.5;

/** Tests the documentation as a reader opens it from disk, with and without scripts. */
export function docsWorkFromDisk(): void {
  describe('the documentation pages in a folder on disk', () => {
    beforeAll(() => open());

    describe.each(FILES)('the documentation page %s', (file) => {
      beforeAll(async () => {
        await page.context().setOffline(true);
        await load(onDisk(file));
        await page.context().setOffline(false);
      });

      it('a documentation page requests nothing outside its folder', async () => {
        expect(await page.locator('h1').count()).toBe(1);
        expect(asked.length).toBeGreaterThan(1);
        expect(asked.filter((url) => !isLocal(url))).toEqual([]);
        expect(complaints).toEqual([]);
      });

      it('a documentation page fits the screen of a phone, a tablet and a desktop computer', async () => {
        for (const viewport of SHOTS ? VIEWPORTS : []) {
          await page.setViewportSize(viewport);
          await takeShotsOf(file, viewport);
        }
        await unfold();
        for (const { width, height } of VIEWPORTS) {
          await page.setViewportSize({ width, height });
          expect({ width, overflowPx: await overflowPx() }).toEqual({ width, overflowPx: 0 });
          expect({ width, covered: await coveredCells() }).toEqual({ width, covered: [] });
        }
      });

      it('a documentation page has enough contrast in light and dark mode', async () => {
        for (const colorScheme of COLOR_SCHEMES) {
          await page.emulateMedia({ colorScheme });
          const faint = await page.evaluate(faintTexts, LEAST_CONTRAST);
          expect({ colorScheme, faint }).toEqual({ colorScheme, faint: [] });
        }
        // Only contrast, which was tested above, depends on the colour scheme. So axe, which takes seconds, runs once.
        expect(await axeFindings(page, 'all but contrast')).toEqual([]);
      });
    });

    describe('a documentation page used only with the keyboard', () => {
      it('the Tab key first reaches a link that skips the navigation', async () => {
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

      it('the first twelve elements that Tab reaches on the guide page get an outline', async () => {
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

    describe('the API reference in a folder on disk', () => {
      beforeAll(() => load(onDisk(PAGES.reference)));

      it('the console of the API reference is disabled if the page is opened from disk', async () => {
        expect(await page.locator('#console-off').textContent()).toContain('Start a sandbox');
        expect(await page.locator('#console-off').isVisible()).toBe(true);
        expect(await page.locator('form[data-path] button:enabled').count()).toBe(0);
      });

      it('the API reference shows a sample beside the text on a wide screen', async () => {
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

    it('the button that copies code does not cover the code', async () => {
      await load(onDisk(PAGES.guide));
      const covered = await page.evaluate(() =>
        [...document.querySelectorAll('.copy')].flatMap((button) => {
          const code = button.parentElement?.querySelector('code');
          const firstLine = code?.getClientRects()[0];
          return firstLine && button.getBoundingClientRect().bottom <= firstLine.top + 1 ? [] : [code?.textContent];
        }),
      );
      expect(covered).toEqual([]);
      expect(await page.locator('.copy').count()).toBeGreaterThan(5);
    });

    it('the table of client methods fits the screen of a phone, a tablet and a desktop computer', async () => {
      for (const viewport of VIEWPORTS) {
        await load(onDisk(PAGES.clients), { viewport });
        const hiddenPx = await page
          .locator('.table', { hasText: 'followCalls(id' })
          .evaluate((table) => table.scrollWidth - table.clientWidth);
        expect({ viewport, hiddenPx }).toEqual({ viewport, hiddenPx: 0 });
      }
    });

    it('the search of the documentation works with the keyboard alone', async () => {
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

    it.each([PHONE, DESK])(
      'on a screen of $width px, the header of the documentation does not cover the error code that a link leads to',
      async (viewport) => {
        await load(`${onDisk(PAGES.errors)}#EXTERNAL_ID_EXISTS`, { viewport });
        const header = await boxOf(page.locator('header'));
        const heading = await boxOf(page.locator('#EXTERNAL_ID_EXISTS'));
        expect(header.y).toBe(0);
        expect(heading.y).toBeGreaterThanOrEqual(header.height);
        expect(heading.y).toBeLessThan(2 * header.height);
      },
    );

    it.each(FILES)('the table of contents of %s has the headings of the second and third level', async (file) => {
      await load(onDisk(file));
      const words = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll((found) => found.map((each) => each.textContent?.replace(/( \d{3})?#$/, '')));
      expect(await words('.sections a')).toEqual(await words('main :is(h2, h3)'));
    });

    it('a collapsed receiver sample opens when a link points to it', async () => {
      await load(`${onDisk(PAGES.webhooks)}#sample-webhook_receiver.py`);
      expect(await page.getByText('hmac.compare_digest').first().isVisible()).toBe(true);
    });
  });

  describe('the API reference without scripts', () => {
    beforeAll(async () => {
      await open({ javaScriptEnabled: false });
      await load(onDisk(PAGES.reference));
    });

    it('the API reference shows its text but no search in a browser without scripts', async () => {
      expect(await searchBox().isVisible()).toBe(false);
      expect(await page.getByText('Create a line').first().isVisible()).toBe(true);
    });

    it('the API reference shows the sample of the clicked language in a browser without scripts', async () => {
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
}
