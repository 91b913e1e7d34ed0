import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './anchors.ts';
import { DEFAULT_SERVICE, type LocalService } from './facts.ts';
import { layout } from './layout.ts';
import { readApiDocument } from './openapi.ts';
import { pagesOf } from './pages.ts';
import { pageScript, searchScript } from './scripts.ts';
import { sectionsOf } from './search/sections.ts';
import { llmsText, twinOf } from './twins/llms.ts';
import { markdownOf } from './twins/markdown.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** One style sheet, so that a page needs one request. */
const STYLES = ['base', 'style', 'code', 'samples', 'search'];

/** Every file of the documentation by its name. `npm run docs` writes them; the local service serves them. */
export function buildSite(service: LocalService = DEFAULT_SERVICE): ReadonlyMap<string, string> {
  const openapi = read('openapi.json');
  const api = readApiDocument(openapi);
  const pages = pagesOf(api, service);
  const present = pages.map(({ name }) => name);
  return new Map([
    ...pages.map((page) => [PAGES[page.name], layout(page, present)] as const),
    ...pages.map(({ name, content }) => [twinOf(name), markdownOf(content)] as const),
    ['llms.txt', llmsText(api, present)],
    ['style.css', STYLES.map((file) => read(`partner-docs/site/assets/${file}.css`)).join('')],
    ['icon.svg', read('partner-docs/site/assets/icon.svg')],
    ['page.js', pageScript()],
    ['search.js', searchScript(pages.flatMap(sectionsOf))],
    ['openapi.json', openapi],
  ]);
}
