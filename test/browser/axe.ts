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
