import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PAGES } from '../../../partner-docs/site/anchors.ts';
import { running } from '../../support/service/world.ts';
import { axeFindings } from '../accessibility.ts';
import { PHONE, SHOTS } from '../screenshots.ts';
import {
  asked,
  complaints,
  FILES,
  focused,
  isLocal,
  load,
  open,
  overflowPx,
  page,
  part,
  samples,
  searchBox,
  searchStatus,
  served,
} from './pages-in-browser.ts';

/** Tests the documentation that the local service serves. Its forms send requests to that service. */
export function docsWorkFromService(): void {
  describe('the documentation on the local service', () => {
    beforeAll(() => open());

    it.each(FILES)('the documentation page %s requests nothing from another origin', async (file) => {
      await load(served(file), { waitUntil: 'networkidle' });
      expect(asked.filter((url) => !isLocal(url))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    describe('the console of the API reference', () => {
      it('the console of the API reference can be used with the keyboard alone', async () => {
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

      it('the console of the API reference fills the id of a new line into other forms', async () => {
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

      it('the documentation moves the API key from the address bar into the API reference', async () => {
        const { apiKey } = running().demo;
        await load(`${served('')}#key=${apiKey}`);
        expect(page.url()).toBe(served(''));
        await load(served(PAGES.reference));
        expect(await page.locator('#api-key').inputValue()).toBe(apiKey);
      });

      it('the console of the API reference is disabled if another host serves the pages', async () => {
        const host = 'http://docs.partner.test/';
        await page.route(`${host}**`, async (route) => {
          const url = route.request().url().replace(host, served(''));
          await route.fulfill({ response: await route.fetch({ url }) });
        });
        await load(host + PAGES.reference);
        await page.getByRole('button', { name: 'Theme: auto' }).waitFor();
        expect(await page.locator('#console-off').isVisible()).toBe(true);
        expect(await page.locator('form[data-path] button:enabled').count()).toBe(0);
      });

      describe('a request with query parameters in the API reference', () => {
        const answer = () => part('listTenants').locator('.answer');
        beforeAll(async () => {
          await load(served(PAGES.reference));
          await page.locator('#api-key').fill(running().demo.apiKey);
          await part('listTenants').locator('.try > summary').click();
          await page.locator('#listTenants-limit').fill('1');
          await part('listTenants').getByRole('button', { name: 'Send GET' }).click();
          await answer().getByText('nextCursor').waitFor();
        });

        it('the console of the API reference shows a sent request as a curl command without the API key', async () => {
          expect(asked.at(-1)).toBe(served('v1/tenants?limit=1'));
          expect(await answer().textContent()).toContain('curl -sS "$BASE_URL/v1/tenants?limit=1"');
          expect(await answer().textContent()).toContain('"Authorization: Bearer $API_KEY"');
          expect(await answer().textContent()).not.toContain(running().demo.apiKey);
        });

        it('the response to a request with query parameters fits the screen of a phone', async () => {
          await page.setViewportSize(PHONE);
          if (SHOTS) await part('listTenants').screenshot({ path: join(SHOTS, 'console-320-light.png') });
          expect(await answer().isVisible()).toBe(true);
          expect(await overflowPx()).toBeLessThanOrEqual(0);
        });
      });
    });

    describe('the search of the documentation in a browser', () => {
      it("the documentation's search shows a query as text", async () => {
        await load(served(''), { viewport: PHONE });
        await searchBox().fill('<b>qqqq</b>');
        await page.getByText('Nothing found for “<b>qqqq</b>”. Try fewer or other words.').waitFor();
        await page.keyboard.press('Escape');
        expect([await searchBox().inputValue(), await searchStatus().textContent()]).toEqual(['', '']);
        expect(complaints).toEqual([]);
      });

      it("the results of the documentation's search fit the screen of a phone", async () => {
        await load(served(''), { viewport: PHONE });
        await searchBox().fill('secret');
        await page.locator('#search a').first().waitFor();
        if (SHOTS) await page.screenshot({ path: join(SHOTS, 'search-320-light.png') });
        expect(await overflowPx()).toBeLessThanOrEqual(0);
        expect(await axeFindings(page)).toEqual([]);
      });
    });

    describe("the reader's choices of language and theme", () => {
      beforeAll(() => open({ colorScheme: 'light' }));

      it('the language that a reader chooses applies to all samples even after a reload', async () => {
        await load(served(PAGES.reference));
        await samples().getByText('Python', { exact: true }).click();
        const shown = () => page.locator('.samples details[open] > summary').allTextContents();
        expect(new Set(await shown())).toEqual(new Set(['Python']));
        await page.reload();
        expect(new Set(await shown())).toEqual(new Set(['Python']));
      });

      it('the theme that a reader chooses also applies to the next page', async () => {
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
}
