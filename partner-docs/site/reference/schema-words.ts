import { linkTo } from '../anchors.ts';
import { type Html, html } from '../html.ts';
import { nameInReference, type Schema } from '../openapi.ts';

/** Returns the type of a value in words, with links to the objects that it names. */
export function typeInWords(schema: Schema): Html {
  if (schema.$ref !== undefined)
    return html`<a href="${linkTo.schema(nameInReference(schema.$ref))}">${nameInReference(schema.$ref)}</a>`;
  if (schema.anyOf) return html`${joinHtml(schema.anyOf.map(typeInWords), ' or ')}`;
  if (schema.items) return html`array of ${typeInWords(schema.items)}`;
  if (schema.const !== undefined) return html`string`;
  const types = [schema.type ?? (schema.enum ? 'string' : 'any')].flat();
  return html`${types.join(' or ')}`;
}

export function constraintsInWords(schema: Schema): readonly Html[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, format, pattern } = schema;
  const inner = schema.anyOf?.flatMap(constraintsInWords) ?? [];
  const items = schema.items && schema.items.$ref === undefined ? constraintsInWords(schema.items) : [];
  return [
    schema.enum &&
      html`one of ${joinHtml(
        schema.enum.map((value) => html`<code>${value}</code>`),
        ', ',
      )}`,
    schema.const !== undefined && html`always <code>${schema.const}</code>`,
    rangeInWords(minLength === 0 ? undefined : minLength, maxLength, 'characters'),
    rangeInWords(minItems, maxItems, 'items'),
    rangeInWords(minimum, maximum, ''),
    format === 'date-time' && html`ISO 8601, UTC, with milliseconds`,
    format !== 'date-time' && pattern !== undefined && pattern !== '\\S' && html`matches <code>${pattern}</code>`,
    schema.default !== undefined && html`default <code>${String(schema.default)}</code>`,
    ...inner,
    ...items.map((bound) => html`each ${bound}`),
  ].filter((bound) => bound !== false && bound !== undefined);
}

function rangeInWords(from: number | undefined, to: number | undefined, unit: string): Html | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === 1 && to === undefined) return html`not empty`;
  if (from === to) return html`${`${from} ${unit}`.trim()}`;
  const text = to === undefined ? `at least ${from}` : from === undefined ? `at most ${to}` : `${from} to ${to}`;
  return html`${`${text} ${unit}`.trim()}`;
}

export const joinHtml = (parts: readonly Html[], between: string): readonly (Html | string)[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
