import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { headingAnchor } from '../../../shared/names/alarm-description.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import type { Element, Node, RunbookSection } from '../protocol/formatted-text.ts';
import { pathTo } from '../protocol/pages.ts';
import { type Fill, type Ids, idsQuery, placeholderFiller } from './fill-placeholders.ts';
import { linksToPages } from './runbook-pages.ts';

/** Returns a section of the runbook with the ids filled in, or undefined if the runbook has no such heading. */
export async function runbookSection(
  heading: string,
  ids: Ids,
  root = projectDir(),
): Promise<RunbookSection | undefined> {
  return sectionIn(await readFile(join(root, 'docs/runbook.md'), 'utf8'), heading, ids);
}

/** Returns a link for each section. The link's query has the ids, so that the section shows commands with these ids. */
export async function runbookIndex(ids: Ids, root = projectDir()): Promise<RunbookSection> {
  const headings = lexer(await readFile(join(root, 'docs/runbook.md'), 'utf8')).filter(isHeading);
  const query = idsQuery(ids);
  const blocks = headings.flatMap((part, at) => {
    if (part.depth !== 1) return [];
    const after = headings.slice(at + 1);
    const end = after.findIndex(({ depth }) => depth === 1);
    const sections = (end === -1 ? after : after.slice(0, end)).filter(({ depth }) => depth === 2);
    const items = sections.map(({ text }) => element('li', [linkTo(`#${headingAnchor(text)}`, [text], query)]));
    // The first part has the title of the page, so it needs no heading.
    return [...(at === 0 ? [] : [element('h3', [part.text])]), element('ul', items)];
  });
  return { title: 'Runbook', blocks };
}

/** Returns the section below a heading. The section ends at the next heading of the same level or a higher one. */
export function sectionIn(markdown: string, heading: string, ids: Ids): RunbookSection | undefined {
  const tokens = lexer(markdown);
  const at = tokens.findIndex((token) => isHeading(token) && headingAnchor(token.text) === heading);
  const head = tokens[at];
  if (head === undefined || !isHeading(head)) return undefined;
  const after = tokens.slice(at + 1);
  const end = after.findIndex((token) => isHeading(token) && token.depth <= head.depth);
  const shown: Shown = { fill: placeholderFiller(ids), query: idsQuery(ids), isLocal: ids.dataDir !== undefined };
  return { title: head.text, blocks: nodesOf(end === -1 ? after : after.slice(0, end), shown) };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

interface Shown {
  readonly fill: Fill;
  /** The query of links to other sections, with the ids. */
  readonly query: string;
  /** For a local service, paragraphs that begin with "On AWS," are left out. */
  readonly isLocal: boolean;
}

const nodesOf = (tokens: readonly Token[], shown: Shown): Node[] =>
  tokens.flatMap((token) => nodesOfToken(token, shown));

const element = (tag: Element['tag'], children: readonly Node[], more: Partial<Element> = {}): Element => ({
  tag,
  children,
  ...more,
});

const TAGS: Readonly<Record<string, Element['tag']>> = { heading: 'h3', paragraph: 'p', strong: 'strong', em: 'em' };
const CODE_TAGS: Readonly<Record<string, 'pre' | 'code'>> = { code: 'pre', codespan: 'code' };

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isLink = (token: Token): token is Tokens.Link => token.type === 'link';

/** Turns a token of Markdown into elements. A kind of token that the runbook does not use becomes plain text. */
function nodesOfToken(token: Token, shown: Shown): Node[] {
  if (isList(token)) return [listOf(token, shown)];
  if (isTable(token)) return [tableOf(token, shown)];
  if (isLink(token)) return [linkTo(token.href, nodesOf(token.tokens, shown), shown.query)];
  const text = 'text' in token ? String(token.text) : '';
  if (shown.isLocal && token.type === 'paragraph' && text.startsWith('On AWS,')) return [];
  const codeTag = CODE_TAGS[token.type];
  if (codeTag !== undefined) return codeWithLinks(codeTag, text, shown);
  const inner = 'tokens' in token && token.tokens ? nodesOf(token.tokens, shown) : [text].filter(Boolean);
  const tag = TAGS[token.type];
  return tag === undefined ? inner : [element(tag, inner)];
}

/** Returns nothing if the code is only for AWS and the service is local. */
function codeWithLinks(tag: 'pre' | 'code', text: string, { fill }: Shown): Node[] {
  const filled = fill(text);
  if (filled === '') return [];
  const code = element(tag, [filled]);
  const pages = linksToPages(text);
  if (pages.length === 0) return [code];
  return tag === 'pre' ? [code, element('p', ['In this console: ', ...pages, '.'])] : [code, ' (', ...pages, ')'];
}

/** A link to another document becomes its text, because the console does not have that document. */
const linkTo = (href: string, children: readonly Node[], query: string): Element =>
  href.startsWith('#')
    ? element('a', children, { href: pathTo('runbook', href.slice(1)) + query })
    : element('span', children);

/** Reports whether a step or a row of a table is about a command that this service does not have. */
const isLeftOut = (tokens: readonly Token[], { fill }: Pick<Shown, 'fill'>): boolean =>
  tokens.some((token) => {
    if (CODE_TAGS[token.type] !== undefined) return 'text' in token && fill(String(token.text)) === '';
    return !isList(token) && 'tokens' in token && token.tokens !== undefined && isLeftOut(token.tokens, { fill });
  });

const listOf = ({ ordered, start, items }: Tokens.List, shown: Shown): Element =>
  element(
    ordered ? 'ol' : 'ul',
    items.filter((item) => !isLeftOut(item.tokens, shown)).map((item) => element('li', nodesOf(item.tokens, shown))),
    typeof start === 'number' ? { start } : {},
  );

const tableOf = ({ header, rows }: Tokens.Table, shown: Shown): Element =>
  element('table', [
    element(
      'tr',
      header.map(({ tokens }) => element('th', nodesOf(tokens, shown))),
    ),
    ...rows
      .filter((row) => !row.some(({ tokens }) => isLeftOut(tokens, shown)))
      .map((row) =>
        element(
          'tr',
          row.map(({ tokens }) => element('td', nodesOf(tokens, shown))),
        ),
      ),
  ]);
