import { type Html, html } from '../html.ts';
import { renderMarkdown } from '../markdown.ts';
import type { Parameter, Schema } from '../openapi.ts';
import { constraintsInWords, joinHtml, typeInWords } from './schema-words.ts';

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly note?: string | undefined;
  readonly description?: string | undefined;
}

/** Marks the required fields of a request. Of a response, marks the fields that can be absent. */
export const objectFields = ({ properties = {}, required = [] }: Schema, of: 'request' | 'response'): Html =>
  list(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      note: noteOf(required.includes(name), of),
      description: schema.description,
    })),
  );

const noteOf = (isRequired: boolean, of: 'request' | 'response') => {
  if (of === 'request') return isRequired ? 'required' : undefined;
  return isRequired ? undefined : 'may be absent';
};

/** Returns the parameters of an endpoint, each with its place and whether it is required. */
export const parameterFields = (parameters: readonly Parameter[]): Html =>
  list(
    parameters.map(({ name, in: where, required, schema, description }) => ({
      name,
      schema,
      note: `${where}${required ? ', required' : ''}`,
      description,
    })),
  );

export const headerFields = (
  headers: readonly { readonly name: string; readonly description: string; readonly schema: Schema }[],
): Html => list(headers);

const list = (fields: readonly Field[]): Html => html`
<dl class="fields">
${fields.map(
  ({ name, schema, note, description }) => html`<div>
<dt><code>${name}</code> <span class="type">${typeInWords(schema)}</span>${note !== undefined && html` <span class="note">${note}</span>`}</dt>
<dd>${description !== undefined && renderMarkdown(description)}${boundsParagraph(schema)}</dd>
</div>
`,
)}</dl>
`;

function boundsParagraph(schema: Schema): Html | false {
  const found = constraintsInWords(schema);
  return found.length > 0 && html`<p class="bounds">${joinHtml(found, '; ')}</p>`;
}
