import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns what axe finds on the page: the rule and the elements. The source is evaluated, because the content policy
 * of the page does not allow another script.
 */
export async function axeFindings(page: Page, source: string): Promise<string[]> {
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    return (await axe.run()).violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  });
  return violations.map(({ id, at }) => `${id}: ${at.join(' | ')}`);
}
