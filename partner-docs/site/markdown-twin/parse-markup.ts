import { unescapeHtml } from '../html.ts';

export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const TOKEN = /<(?<slash>\/?)(?<tag>[a-z][\w-]*)(?<attributes>[^>]*?)(?<selfClosing>\/?)>|(?<text>[^<]+)/gi;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;
const VOID = new Set(['br', 'hr', 'img', 'input']);

/** Parses our own markup, which closes every element except those in `VOID`. */
export function parseMarkup(markup: string): Element {
  const root: Element = { tag: 'root', attributes: {}, children: [] };
  const open = [root];
  for (const { groups = {} } of markup.matchAll(TOKEN)) {
    const { slash, tag = '', attributes = '', selfClosing, text } = groups;
    if (text !== undefined) open.at(-1)?.children.push(unescapeHtml(text));
    else if (slash === '/') open.pop();
    else {
      const element: Element = { tag, attributes: attributesIn(attributes), children: [] };
      open.at(-1)?.children.push(element);
      if (selfClosing !== '/' && !VOID.has(tag)) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`The markup does not close <${open.at(-1)?.tag}>`);
  return root;
}

const attributesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]));

/** Returns all text inside an element, unchanged. */
export const textOf = (node: Element | string): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

export function firstElement(tag: string, { children }: Element): Element | undefined {
  for (const child of children) {
    if (typeof child === 'string') continue;
    const found = child.tag === tag ? child : firstElement(tag, child);
    if (found) return found;
  }
  return undefined;
}
