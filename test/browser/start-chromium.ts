import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, HOW_TO_GET_CHROMIUM } from '../support/machine/chromium.ts';

/** Starts Chromium without a window. Throws a sentence that says how to install Chromium if it is missing. */
export function startChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`Opening pages ${HOW_TO_GET_CHROMIUM}`);
  return chromium.launch({ executablePath, args: [...args] });
}

/** Passes on each error and warning of the page. */
export function onComplaint(page: Page, note: (complaint: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
}
