import { type Browser, chromium } from 'playwright-core';
import { findChromium, HOW_TO_GET_CHROMIUM } from '../support/machine/chromium.ts';

/** Starts Chromium without a window. Throws a sentence that says how to install Chromium if it is missing. */
export function startChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`Opening pages ${HOW_TO_GET_CHROMIUM}`);
  return chromium.launch({ executablePath, args: [...args] });
}
