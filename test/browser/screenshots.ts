import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder for screenshots, if SCREENSHOTS names one. They are for people; no test compares them. */
export const SHOTS = process.env['SCREENSHOTS'] ?? '';
export const PHONE = { width: 320, height: 800 };
export const DESK = { width: 1_440, height: 900 };
/** Light is last, so that later tests see a page in its default colours. */
export const COLOR_SCHEMES = ['dark', 'light'] as const;

/** Takes a screenshot of the page in light and dark, or of its beginning up to a height in pixels. */
export async function takeShots(page: Page, name: string, { width }: typeof DESK, upToPx?: number): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  const part = upToPx === undefined ? {} : { clip: { x: 0, y: 0, width, height: upToPx } };
  for (const colorScheme of COLOR_SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true, ...part });
  }
}
