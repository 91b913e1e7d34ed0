import { PAGES } from '../anchors.ts';
import { type Html, html } from '../html.ts';
import type { Endpoint, Parameter } from '../openapi.ts';

/** The field for the key, which all forms of the page send. */
export const keyForm: Html = html`
<section class="console" aria-labelledby="try-it">
<h2 id="try-it">Try it<a class="anchor" href="#try-it" aria-label="Link to this section">#</a></h2>
<p>Each endpoint below has a form. On a page that a sandbox serves, the form sends a real request to this sandbox.</p>
<p class="offline" id="console-off">The forms work only on the pages that a sandbox serves on your own machine. <a href="${PAGES.guide}#quick-start">Start a sandbox</a>, and open the address of the documentation that it prints.</p>
<form class="key" id="key-form">
<label for="api-key">API key</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="svc_partner_…" aria-describedby="key-note">
<p class="note" id="key-note">The address that the sandbox prints already contains a key. This browser tab keeps the key until you close the tab, and sends it only to a service on your own machine.</p>
</form>
</section>
`;

/** Returns a form for one endpoint. The page's script sends the form. Without the script, the form stays disabled. */
export function tryForm(
  { operationId, method, path, requestBody }: Endpoint,
  parameters: readonly Parameter[],
  bodyExample: unknown,
): Html {
  const id = (name: string) => `${operationId}-${name.toLowerCase()}`;
  return html`
<details class="fold try">
<summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${parameters.map(
  (parameter) => html`<label for="${id(parameter.name)}">${parameter.name}${parameter.required && ' (required)'}</label>
<input id="${id(parameter.name)}" name="${parameter.name}" data-in="${parameter.in}" autocomplete="off" spellcheck="false"${placeholder(parameter)}${parameter.required && html` required`}>
`,
)}${
  requestBody !== undefined &&
  html`<label for="${id('body')}">Body</label>
<textarea id="${id('body')}" data-in="body" spellcheck="false" rows="${Math.min(JSON.stringify(bodyExample, null, 2).split('\n').length, 16)}">${JSON.stringify(bodyExample, null, 2)}</textarea>
`
}<button type="submit" disabled>Send ${method}</button>
<div class="answer" role="status"></div>
</form>
</details>
`;
}

const placeholder = ({ example, schema }: Parameter) => {
  const shown = example ?? schema.default;
  return shown !== undefined && html` placeholder="${String(shown)}"`;
};
