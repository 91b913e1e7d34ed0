import { escapeHtml, Html, html } from './html.ts';

/** Finds the comments of a language. Nothing else is coloured. */
const COMMENT: Readonly<Record<string, RegExp>> = {
  ts: /(?<=^|\s)\/\/.*$|\/\*\*?[\s\S]*?\*\//gm,
  java: /(?<=^|\s)\/\/.*$|\/\*\*?[\s\S]*?\*\//gm,
  go: /(?<=^|\s)\/\/.*$/gm,
  php: /(?<=^|\s)\/\/.*$|\/\*\*?[\s\S]*?\*\//gm,
  python: /(?<=^|\s)#.*$|^\s*"""[\s\S]*?"""/gm,
  sh: /(?<=^|\s)# .*$/gm,
};

/**
 * A block of code; the page's script adds a copy button. `run` is the name of the terminal in which a quick-start block
 * runs.
 */
export const codeBlock = (code: string, language = '', run?: string): Html => html`
<div class="code"><pre tabindex="0"${run !== undefined && html` data-run="${run}"`}><code>${colored(code.trimEnd(), COMMENT[language])}</code></pre></div>
`;

function colored(code: string, comment: RegExp | undefined): Html {
  if (comment === undefined) return html`${code}`;
  let markup = '';
  let end = 0;
  for (const { 0: found, index } of code.matchAll(comment)) {
    markup += `${escapeHtml(code.slice(end, index))}<span class="comment">${escapeHtml(found)}</span>`;
    end = index + found.length;
  }
  return new Html(markup + escapeHtml(code.slice(end)));
}
