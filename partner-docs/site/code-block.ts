import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Html, html } from './html.ts';

const LANGUAGES = { go, java, js: javascript, json, php, python, sh: bash, ts: typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** `run` is the name of the terminal in which a block of the quick start runs. */
export const codeBlock = (code: string, language = '', run?: string): Html => html`
<div class="code"><pre tabindex="0"${run !== undefined && html` data-run="${run}"`}><code${language in LANGUAGES && html` class="language-${language}"`}>${highlighted(code.trimEnd(), language)}</code></pre></div>
`;

/** Marks the parts of the code with classes only, because the content policy of the pages blocks inline styles. */
const highlighted = (code: string, language: string): Html =>
  language in LANGUAGES
    ? new Html(hljs.highlight(code, { language }).value.replaceAll('&#x27;', '&#39;'))
    : html`${code}`;

interface Tab {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** Returns samples as tabs. The tabs also work without scripts. */
export const codeTabs = (id: string, shown: readonly Tab[]): Html => html`
<div class="samples">
${shown.map(
  (
    { name, language, code },
    at,
  ) => html`<details name="${id}" data-language="${name}"${at === 0 && html` open`}><summary>${name}</summary>
${codeBlock(code, language)}</details>
`,
)}</div>
`;
