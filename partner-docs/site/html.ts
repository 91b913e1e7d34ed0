const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([character, entity]) => [entity, character]));

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ESCAPES[found] ?? found);

export const unescapeHtml = (markup: string): string =>
  markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? '');

/** Returns the text that a reader sees, with white space collapsed. */
export const plainText = (markup: string): string =>
  unescapeHtml(markup.replaceAll(/<\/?(?:a|b|code|em|span|strong)\b[^>]*>/g, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
  toString(): string {
    return this.markup;
  }
}

type Value = Html | string | number | undefined | false | readonly Value[];

/** Makes markup from a template. Escapes text, keeps markup, and writes nothing for undefined or false. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(markupOf)));

function markupOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value instanceof Html ? value.markup : value.map(markupOf).join('');
}
