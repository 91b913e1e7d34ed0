import { anchors, linkTo } from '../anchors.ts';
import { codeBlock, codeTabs } from '../code-block.ts';
import { type Html, html } from '../html.ts';
import { renderInline, renderMarkdown } from '../markdown.ts';
import type { ApiDocument, Endpoint, Response } from '../openapi.ts';
import { samplesFor } from '../samples/languages.ts';
import { headerFields, objectFields, parameterFields } from './fields.ts';
import { tryForm } from './try-it.ts';

export function operationSection(api: ApiDocument, endpoint: Endpoint): Html {
  const { method, path, summary, description, requestBody } = endpoint;
  const id = anchors.operation(endpoint);
  const parameters = api.parametersOf(endpoint);
  const body = requestBody && api.resolved(requestBody.content['application/json'].schema);
  return html`
<section class="operation beside" aria-labelledby="${id}">
<div>
<h3 id="${id}">${summary}<a class="anchor" href="#${id}" aria-label="Link to this endpoint">#</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${renderMarkdown(description)}
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterFields(parameters)}`}
${
  body &&
  html`<h4>Body</h4>${requestBody?.required === false && html`<p>The body is optional.</p>`}${objectFields(body, 'request')}`
}
<h4>Responses</h4>
${responseList(api, endpoint)}
${tryForm(endpoint, parameters, body?.examples?.[0])}
</div>
<div class="samples-beside">
${codeTabs(`samples-${id}`, samplesFor(api, endpoint))}
${responseExamples(api, endpoint)}
</div>
</section>
`;
}

/** Returns the responses in this order: the success, the failures with codes, the failures without codes. */
function responseList(api: ApiDocument, endpoint: Endpoint): Html {
  const all = api.responsesOf(endpoint).map(([status, response]) => ({ status, response, codes: codesOf(response) }));
  const coded = all.filter(({ codes }) => codes.length > 0);
  const plain = all.filter(({ status, codes }) => codes.length === 0 && !status.startsWith('2'));
  return html`
${all.filter(({ status }) => status.startsWith('2')).map(({ status, response }) => successResponse(api, status, response))}
${coded.map(
  ({ status, codes }) => html`<p class="failure"><span class="status">${status}</span> ${codes.map(
    (code) => html`<a href="${linkTo.code(code)}"><code>${code}</code></a> `,
  )}</p>
`,
)}<p class="failure">Without a code: ${plain.map(
    ({ status }) => html`<a class="status" href="${linkTo.status(status)}">${status}</a> `,
  )}</p>
`;
}

const codesOf = ({ content }: Response): readonly string[] =>
  content?.['application/json'].schema.allOf?.flatMap(({ properties }) => properties?.['code']?.enum ?? []) ?? [];

const responseExamples = (api: ApiDocument, endpoint: Endpoint): readonly Html[] =>
  api.responsesOf(endpoint).flatMap(([status, { content }]) => {
    const example = content && api.resolved(content['application/json'].schema).examples?.[0];
    if (!status.startsWith('2') || example === undefined) return [];
    return html`<p class="label">Response ${status}</p>
${codeBlock(JSON.stringify(example, null, 2), 'json')}
`;
  });

function successResponse(api: ApiDocument, status: string, response: Response): Html {
  const given = response.content?.['application/json'].schema;
  const schema = given && api.resolved(given);
  return html`<div class="success">
<p><strong class="status ok">${status}</strong> ${renderInline(response.description)}</p>
<details class="fold"><summary>Fields and headers</summary>
${schema && objectFields(schema, 'response')}
<p class="label">Headers</p>
${headerFields(api.headersOf(response))}
</details>
</div>
`;
}
