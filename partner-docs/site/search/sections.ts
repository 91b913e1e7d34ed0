import { PAGES, TITLES } from '../anchors.ts';
import { plainText } from '../html.ts';
import type { Page } from '../pages.ts';
import type { Section } from './finder.ts';

const HEADING = /^<h[123](?:[^>]*? id="([^"]+)")?[^>]*>([\s\S]*?)<\/h[123]>/;
/**
 * Matches the parts that the search leaves out. Code, pictures and forms would rank above the sentences that explain
 * them. The link of a heading has only the text `#`.
 */
const NOT_SEARCHED = /<(pre|svg|form)\b[\s\S]*?<\/\1>|<a class="anchor"[\s\S]*?<\/a>/g;

/** Returns the sections of a page, in order. Each section begins at a heading of the first three levels. */
export function sectionsOf({ name, content }: Page): readonly Section[] {
  const parts = content.markup.replaceAll(NOT_SEARCHED, ' ').split(/(?=<h[123][ >])/);
  return parts.flatMap((part) => {
    const [heading, id, title] = HEADING.exec(part) ?? [];
    if (heading === undefined || title === undefined) return [];
    return {
      page: TITLES[name],
      title: plainText(title),
      href: id === undefined ? PAGES[name] : `${PAGES[name]}#${id}`,
      text: plainText(part.slice(heading.length)),
    };
  });
}
