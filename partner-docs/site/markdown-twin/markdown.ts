import { anchors } from '../anchors.ts';
import { escapeHtml, type Html } from '../html.ts';
import { type Element, firstElement, parseMarkup, textOf } from './parse-markup.ts';

type Node = Element | string;

/** The names of the inline elements. Every other element begins a block. */
const INLINE = new Set(['a', 'code', 'strong', 'em', 'span', 'br']);
/** The classes of parts that work only in a browser. The Markdown leaves out these parts. */
const INTERACTIVE = new Set(['try', 'console', 'anchor']);

/** Returns a page as Markdown, for programs. It has the same text and code as the HTML page, but no forms. */
export const markdownOf = (content: Html): string => `${blocksOf(parseMarkup(content.markup)).join('\n\n')}\n`;

/** Returns the blocks of an element. Adjacent pieces of text make one paragraph. */
function blocksOf({ children }: Element): readonly string[] {
  const blocks: string[] = [];
  let line: Node[] = [];
  const endLine = () => {
    const text = inlineText(line).trim();
    if (text !== '') blocks.push(text);
    line = [];
  };
  for (const child of children) {
    if (isInteractive(child)) continue;
    if (typeof child === 'string' || INLINE.has(child.tag)) line.push(child);
    else {
      endLine();
      blocks.push(...blockOf(child));
    }
  }
  endLine();
  return blocks;
}

function blockOf(element: Element): readonly string[] {
  const { tag } = element;
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level !== undefined) return [heading('#'.repeat(Number(level)), element)];
  if (tag === 'pre') return [codeFence(element)];
  if (tag === 'ul' || tag === 'ol') return [list(element, tag === 'ol')];
  if (tag === 'dl') return [descriptionList(element)];
  if (tag === 'table') return [table(element)];
  if (tag === 'details') return [...target(element.attributes['id']), ...blocksOf(element)];
  if (tag === 'summary') return [`**${inlineText(element.children).trim()}**`];
  if (tag === 'svg') return [firstElement('desc', element)].map((described) => (described ? textOf(described) : ''));
  return blocksOf(element);
}

/** Programs make the id of a heading from its words. If the heading has another id, puts this id into the Markdown. */
function heading(mark: string, { children, attributes }: Element): string {
  const shown = children.filter((child) => !isInteractive(child));
  const { id } = attributes;
  const isKnown = id === undefined || id === anchors.heading(shown.map(textOf).join(''));
  return [mark, ' ', ...(isKnown ? [] : target(id)), inlineText(shown).trim()].join('');
}

const target = (id: string | undefined) => (id === undefined ? [] : [`<a id="${escapeHtml(id)}"></a>`]);

const isInteractive = (node: Node) =>
  typeof node !== 'string' && (node.attributes['class'] ?? '').split(' ').some((name) => INTERACTIVE.has(name));

function codeFence(element: Element): string {
  const code = firstElement('code', element);
  const language = code?.attributes['class']?.replace('language-', '') ?? '';
  const text = textOf(element);
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}

const elementsIn = ({ children }: Element) => children.filter((child) => typeof child !== 'string');

function list(element: Element, isOrdered: boolean): string {
  const items = elementsIn(element).map((item) => blocksOf(item).join('\n\n'));
  return items.map((item, at) => listItem(isOrdered ? `${at + 1}. ` : '- ', item)).join('\n');
}

const listItem = (mark: string, text: string) => mark + text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);

/** Returns a list with an item for each term. A short description follows on the same line. */
function descriptionList(element: Element): string {
  const items: string[] = [];
  for (const { tag, children } of elementsIn(element).flatMap((each) =>
    each.tag === 'div' ? elementsIn(each) : each,
  )) {
    if (tag === 'dt') items.push(inlineText(children).trim());
    else items.push(`${items.pop()}: ${blocksOf({ tag, attributes: {}, children }).join('\n\n')}`);
  }
  return items.map((item) => listItem('- ', item)).join('\n');
}

function table(element: Element): string {
  const [heads = [], ...rows] = elementsIn(element)
    .flatMap(elementsIn)
    .map((row) => elementsIn(row).map(({ children }) => inlineText(children).trim().replaceAll('|', '\\|')));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function inlineText(nodes: readonly Node[]): string {
  return nodes
    .filter((node) => !isInteractive(node))
    .map((node) => {
      if (typeof node === 'string') return node.replaceAll(/\s+/g, ' ').replaceAll(/[\\*<[\]]/g, '\\$&');
      if (node.tag === 'code') return codeSpan(textOf(node));
      const words = inlineText(node.children);
      if (node.tag === 'strong') return `**${words}**`;
      if (node.tag === 'em') return `*${words}*`;
      return node.tag === 'a' ? link(words, node.attributes['href'] ?? '') : words;
    })
    .join('');
}

const codeSpan = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** A link to another page leads to the Markdown of that page. */
const link = (words: string, href: string) => `[${words}](${href.replace(/\.html(?=#|$)/, '.md')})`;
