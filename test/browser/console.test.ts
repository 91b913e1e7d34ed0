import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { axeFindings } from './accessibility.ts';
import { consoleActs } from './console/actions.ts';
import {
  callPath,
  closeConsole,
  complaints,
  forgetComplaints,
  openConsole,
  origin,
  page,
  partner,
  tenantId,
} from './console/console-in-browser.ts';
import { consoleFindsThings } from './console/searches.ts';
import { DESK, PHONE, SHOTS, takeShots } from './screenshots.ts';

// All tests of the console are in one file, because each further file would start another browser.
beforeAll(openConsole);
afterAll(closeConsole);
beforeEach(forgetComplaints);

consoleFindsThings();
consoleActs();

/** Takes screenshots if SCREENSHOTS is set. */
describe.each([
  ['overview', () => '/'],
  ['partners', () => '/partners'],
  ['partner', () => `/partners/${partner.partnerId}`],
  ['line', () => `/lines/${tenantId}`],
  ['delivery', callPath],
  ['refused', () => '/refused'],
  ['search', () => '/search?q=acme'],
  ['deliveries', () => '/deliveries'],
  ['objectives', () => '/objectives'],
  ['runbook-index', () => '/runbook'],
  ['queues', () => '/queues'],
  ['alarms', () => '/alarms'],
  ['audit', () => '/audit'],
  ['runbook', () => '/runbook/replay'],
])('the page %s of the console', (name, path) => {
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
