import { anchors, linkTo, PAGES } from '../anchors.ts';
import { codeBlock } from '../code-block.ts';
import { type Html, html } from '../html.ts';
import { renderMarkdown } from '../markdown.ts';
import type { ApiDocument } from '../openapi.ts';
import { objectFields } from './fields.ts';
import { operationSection } from './operation.ts';
import { keyForm } from './try-it.ts';

export function referencePage(api: ApiDocument, baseUrl: string | undefined): Html {
  return html`
<h1>API reference</h1>
<p>This page is generated from <code>openapi.json</code>, version ${api.info.version}. <a href="openapi.json" download>Download the file</a> to use it with your own tools.</p>
${sampleSettings(baseUrl)}
${keyForm}
${api.tags.map(({ name, description }) => {
  const id = anchors.heading(name);
  return html`
<h2 id="${id}">${name}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h2>
${renderMarkdown(description)}
${api.endpoints.filter(({ tags }) => tags[0] === name).map((endpoint) => operationSection(api, endpoint))}`;
})}
<p>The page <a href="${PAGES.webhooks}">Webhooks</a> describes the requests that the service sends to you.</p>
<h2 id="objects">Objects<a class="anchor" href="#objects" aria-label="Link to this section">#</a></h2>
${Object.entries(api.schemas).map(([name, schema]) => {
  const id = anchors.schema(name);
  return html`
<section class="beside" aria-labelledby="${id}">
<div>
<h3 id="${id}">${name}<a class="anchor" href="#${id}" aria-label="Link to this object">#</a></h3>
${schema.description !== undefined && renderMarkdown(schema.description)}
${schema.properties && objectFields(schema, isSent(name) ? 'request' : 'response')}
${schema.enum && html`<p>One of ${schema.enum.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}.</p>`}
</div>
${schema.examples?.[0] !== undefined && html`<div class="samples-beside">${codeBlock(JSON.stringify(schema.examples[0], null, 2), 'json')}</div>`}
</section>
`;
})}
`;

  function isSent(name: string): boolean {
    const bodies = api.endpoints.map(({ requestBody }) => requestBody?.content['application/json'].schema.$ref ?? '');
    return bodies.some((ref) => ref.endsWith(`/${name}`));
  }
}

/** Returns the section about the variables of the samples. */
const sampleSettings = (baseUrl = '…   # the base URL that you received with your key'): Html => html`
<h2 id="samples">Samples<a class="anchor" href="#samples" aria-label="Link to this section">#</a></h2>
<p>Each endpoint has complete samples in curl, TypeScript and Python. The TypeScript samples use our <a href="${PAGES.clients}">client</a>. The Python samples need only the standard library. The samples read these settings from the environment. <code>TENANT_ID</code> is a <code>tenantId</code> from a response. In paths, this identifier is called <code>customerId</code>.</p>
${codeBlock(`export BASE_URL=${baseUrl}\nexport API_KEY=svc_partner_…\nexport TENANT_ID=tn_…`, 'sh')}
`;

export const endpointsList = ({ endpoints }: ApiDocument): Html => html`
<ul class="endpoints">
${endpoints.map(
  (
    endpoint,
  ) => html`<li><a href="${linkTo.operation(endpoint)}">${endpoint.summary}</a> <code>${endpoint.method} ${endpoint.path}</code></li>
`,
)}</ul>
`;
