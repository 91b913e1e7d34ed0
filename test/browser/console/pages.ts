import { describe, expect, it } from '@jest/globals';
import { axeFindings } from '../accessibility.ts';
import { DESK, PHONE, SHOTS, takeShots } from '../screenshots.ts';
import { complaints, origin, page } from './console-in-browser.ts';

export type PagesOfConsole = readonly (readonly [name: string, path: () => string])[];

/** Tests that each page fits its window and has no accessibility finding. Takes screenshots if SCREENSHOTS is set. */
export function everyPageIsAccessible(pages: PagesOfConsole): void {
  describe.each(pages)('the page %s of the console', (name, path) => {
    it('a page of the console fits a narrow and a wide window, and is accessible', async () => {
      await page.goto(origin() + path());
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        if (SHOTS) await takeShots(page, `console-${name}`, viewport);
      }
      // Only contrast depends on the colour scheme.
      for (const [colorScheme, rules] of [
        ['light', 'all'],
        ['dark', 'contrast'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ colorScheme, findings: await axeFindings(page, rules) }).toEqual({ colorScheme, findings: [] });
      }
      expect(complaints).toEqual([]);
    });
  });
}
