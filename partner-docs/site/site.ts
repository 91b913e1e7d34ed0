import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from '../openapi/document.ts';
import type { Tarballs } from '../packages/downloads.ts';
import { PAGES } from './anchors.ts';
import { factsOf } from './facts.ts';
import { layout } from './layout.ts';
import { llmsText, markdownFileOf } from './markdown-twin/llms.ts';
import { markdownOf } from './markdown-twin/markdown.ts';
import { readApiDocument } from './openapi.ts';
import { pagesOf } from './pages.ts';
import { pageScript, searchScript } from './scripts.ts';
import { sectionsOf } from './search/sections.ts';
import type { SiteSettings } from './settings.ts';
import { skillFiles } from './skill.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** The parts of the style sheet. The site joins them, so that a page loads one file. */
const STYLES = ['base', 'style', 'code', 'samples', 'search'];

/**
 * Returns every file of the site by name, except the packages, which `downloadsOf` returns. `npm run docs` writes these
 * files. The local service and the sandbox serve them. Without tarballs, the pages have no checksums.
 */
export function buildSite(settings: SiteSettings = {}, tarballs: Tarballs = new Map()): ReadonlyMap<string, string> {
  const openapi = openApiText(settings);
  const api = readApiDocument(openapi);
  const pages = pagesOf(api, settings, tarballs);
  const skill = skillFiles(factsOf(api, settings), settings.docsUrl);
  const names = pages.map(({ name }) => name);
  return new Map([
    ...pages.map((page) => [PAGES[page.name], layout(page, names, settings)] as const),
    ...pages.map(({ name, content }) => [markdownFileOf(name), markdownOf(content)] as const),
    ...skill.map(({ name, text }) => [name, text] as const),
    ['llms.txt', llmsText(api, names, skill)],
    ['style.css', STYLES.map((file) => read(`partner-docs/site/assets/${file}.css`)).join('')],
    ['icon.svg', read('partner-docs/site/assets/icon.svg')],
    ['page.js', pageScript()],
    ['search.js', searchScript(pages.flatMap(sectionsOf))],
    ['openapi.json', openapi],
  ]);
}
