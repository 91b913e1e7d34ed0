import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';

interface Tab {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** Returns the same code in several languages as tabs. The tabs also work without scripts. */
export const tabs = (id: string, shown: readonly Tab[]): Html => html`
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
