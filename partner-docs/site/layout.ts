import { PAGES, type PageName, TITLES } from './anchors.ts';
import { Html, html } from './html.ts';
import { markdownFileOf } from './markdown-twin/llms.ts';
import type { Page } from './pages.ts';
import { footer } from './parts/service.ts';
import type { SiteSettings } from './settings.ts';

/** Allows the browser to load files of this site only. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The markup of the search field, which is hidden until the page's script shows it. */
const SEARCH = html`<search id="search" hidden>
<form><label class="unseen" for="search-query">Search the documentation</label>
<input id="search-query" type="search" autocomplete="off" spellcheck="false" placeholder="Search ( / )" enterkeyhint="go"></form>
<div class="found"><p role="status"></p><ol></ol></div>
</search>`;

/** Returns a whole page with its frame. The navigation has only the pages in `present`. */
export function layout({ name, content }: Page, present: readonly PageName[], settings: SiteSettings): string {
  const sections = sectionsOf(content);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLES[name]} · Partner lines</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="alternate" href="${markdownFileOf(name)}" type="text/markdown" title="This page as Markdown">
<link rel="describedby" href="llms.txt" type="text/plain">
<link rel="stylesheet" href="style.css">
<script src="page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${PAGES.guide}">Partner lines</a>
<nav aria-label="Pages"><ul>${present.map(
    (page) => html`<li><a href="${PAGES[page]}"${page === name && html` aria-current="page"`}>${TITLES[page]}</a></li>`,
  )}</ul></nav>
${SEARCH}
<button type="button" id="theme" hidden>Theme</button>
</header>
<div class="frame">
<nav class="sections" aria-label="On this page"><details open><summary>On this page</summary>
<ul>${sections.map(({ id, words, isNested }) => html`<li${isNested && html` class="nested"`}><a href="#${id}">${words}</a></li>`)}</ul></details></nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
${footer(settings)}
</body>
</html>
`.markup;
}

/** Returns the headings of levels two and three, without the status codes and links beside the headings. */
const sectionsOf = ({ markup }: Html) =>
  [...markup.matchAll(/<h([23]) id="([^"]+)">([\s\S]*?)(?: <span class="status"|<a class="anchor"|<\/h[23]>)/g)].map(
    ([, level, id = '', words = '']) => ({
      id,
      // The browser can break a long error code after an underscore.
      words: new Html(words.replaceAll(/<[^>]+>/g, '').replaceAll('_', '_<wbr>')),
      isNested: level === '3',
    }),
  );
