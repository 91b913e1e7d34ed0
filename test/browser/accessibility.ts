import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const CONTRAST = 'color-contrast';
/** The rule about contrast takes 50 % of axe's time. */
const RULES = {
  all: {},
  contrast: { runOnly: [CONTRAST] },
  'all but contrast': { rules: { [CONTRAST]: { enabled: false } } },
} satisfies Record<string, RunOptions>;

/**
 * Returns what axe finds on the page: the rule and the elements. Axe's source is evaluated, because the content policy
 * of the page does not allow another script.
 */
export async function axeFindings(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const inPage = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      return (await inPage.axe.run(options)).violations.map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ html }) => html),
      }));
    },
    // Without this, axe describes each element that passes a rule.
    { ...RULES[rules], resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.map(({ id, at }) => `${id}: ${at.join(' | ')}`);
}

/**
 * Runs in the page. Returns each pair of colours whose contrast is below `least` (WCAG 2.1, "Contrast (Minimum)"), with
 * one of its texts.
 */
export function faintTexts(least: number): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Map<string, string>();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim();
    if (!element || !text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('button:disabled, title, desc')) continue;
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const ground = groundOf(element);
    const ratio = contrast(color, ground);
    if (ratio < least) found.set(`${color} on ${ground}`, `${ratio.toFixed(2)} "${text.slice(0, 40)}"`);
  }
  return [...found].map(([colors, example]) => `${colors}: ${example}`);

  function groundOf(start: Element): string {
    for (let at: Element | null = start; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (partsOf(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  }
  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }
  function luminance(color: string): number {
    const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  /** Returns red, green, blue and, unless the colour is opaque, alpha. */
  function partsOf(color: string): number[] {
    if (!color.startsWith('rgb')) throw new Error(`${color} is no rgb colour`);
    return [...color.matchAll(/[\d.]+/g)].map(([part]) => Number(part));
  }
}
