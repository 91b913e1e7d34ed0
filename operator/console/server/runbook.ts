import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { anchors } from '../../../partner-docs/site/anchors.ts';
import { projectDir } from '../../../tooling/project-dir.ts';
import { shellWord } from '../protocol/shell-word.ts';
import type { Element, Node, RunbookSection } from '../protocol/text.ts';
import { pagesFor } from './runbook-pages.ts';

/** What the placeholders of the runbook stand for. */
export interface Ids {
  /** How a command line of the operator begins for this service. */
  readonly operator: string;
  /** The data folder of a local service. */
  readonly dataDir?: string | undefined;
  /** The name of the stack, such as `partner-lines-prod-service`. */
  readonly service: string;
  /** The alarm for which the section is read. An alarm of a function ends with the function's name. */
  readonly alarm?: string | undefined;
  /** The partner or the call from whose page somebody has come. */
  readonly partner?: string | undefined;
  readonly call?: string | undefined;
}

/** Returns the section of a heading with the ids filled in, or undefined if there is no such heading. */
export async function runbookSection(
  heading: string,
  ids: Ids,
  root = projectDir(),
): Promise<RunbookSection | undefined> {
  return sectionIn(await readFile(join(root, 'docs/runbook.md'), 'utf8'), heading, ids);
}

/** Returns the headings of the runbook, each a link to its section. */
export async function runbookIndex(root = projectDir()): Promise<RunbookSection> {
  const tokens = lexer(await readFile(join(root, 'docs/runbook.md'), 'utf8')).filter(isHeading);
  const parts = tokens.filter(({ depth }) => depth === 2);
  const within = (part: Tokens.Heading) => {
    const after = tokens.slice(tokens.indexOf(part) + 1);
    const end = after.findIndex(({ depth }) => depth <= part.depth);
    return (end === -1 ? after : after.slice(0, end)).filter(({ depth }) => depth === part.depth + 1);
  };
  const link = ({ text }: Tokens.Heading) => linkTo(`#${anchors.heading(text)}`, [text]);
  const list = (headings: readonly Tokens.Heading[]): Element =>
    element(
      'ul',
      headings.map((heading) => element('li', [link(heading)])),
    );
  const blocks = parts.flatMap((part) => {
    const inner = within(part);
    return [element('h3', [link(part)]), ...(inner.length === 0 ? [] : [list(inner)])];
  });
  return { title: 'Runbook', blocks };
}

/** The section ends at the next heading of the same level or a higher one. */
export function sectionIn(markdown: string, heading: string, ids: Ids): RunbookSection | undefined {
  const tokens = lexer(markdown);
  const at = tokens.findIndex((token) => isHeading(token) && anchors.heading(token.text) === heading);
  const head = tokens[at];
  if (head === undefined || !isHeading(head)) return undefined;
  const after = tokens.slice(at + 1);
  const end = after.findIndex((token) => isHeading(token) && token.depth <= head.depth);
  const fill = fillerOf(ids);
  return { title: head.text, blocks: nodesOf(end === -1 ? after : after.slice(0, end), fill) };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

type Fill = (text: string) => string;

/** The runbook defines the shell function `operator` at its top. A loop runs it after `do`. */
const OPERATOR = /(^|\bdo )operator (?=[a-z])/gm;
const LOCAL_LOG = '.local/service.log';
/** Lines of commands that are only for a local service. */
const LOCAL_LINES = /^# local: .*\n?/gm;

/**
 * Fills in what is known. Without a partner and a call, `P` and `C` stay, because an alarm concerns many. Only code is filled
 * in: in sentences, the same words may mean something else.
 */
function fillerOf({ operator, service, dataDir, alarm, partner, call }: Ids): Fill {
  const stage = /^partner-lines-(.+)-service$/.exec(service)?.[1] ?? 'prod';
  const functionName = /^partner-lines-[^-]+-(?:fault|many-faults|errors|throttles|duration)-([a-z-]+)$/.exec(
    alarm ?? '',
  )?.[1];
  return (code) =>
    code
      // Functions, because a string would be a pattern in which `$` has a meaning, and a folder's name may contain it.
      .replaceAll(OPERATOR, (_, before: string) => `${before}${operator} `)
      .replaceAll(LOCAL_LINES, (line) => (dataDir === undefined ? '' : line))
      .replaceAll(LOCAL_LOG, () => (dataDir === undefined ? LOCAL_LOG : `${shellWord(dataDir)}/service.log`))
      .replaceAll('partner-lines-prod', `partner-lines-${stage}`)
      .replaceAll('/partner-lines/prod/', `/partner-lines/${stage}/`)
      .replaceAll(/--partner P\b/g, () => `--partner ${partner === undefined ? 'P' : shellWord(partner)}`)
      .replaceAll(/--call C\b/g, () => `--call ${call === undefined ? 'C' : shellWord(call)}`)
      .replaceAll(/\bNAME\b/g, functionName ?? 'NAME');
}

const nodesOf = (tokens: readonly Token[], fill: Fill): Node[] => tokens.flatMap((token) => nodeOf(token, fill));

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

/** Turns a token of Markdown into elements. A kind of token that the runbook does not use becomes its text. */
function nodeOf(token: Token, fill: Fill): Node[] {
  if (isList(token)) return [listOf(token, fill)];
  if (isTable(token)) return [tableOf(token, fill)];
  if (isLink(token)) return [linkTo(token.href, nodesOf(token.tokens, fill))];
  const text = 'text' in token ? String(token.text) : '';
  const codeTag = CODE_TAGS[token.type];
  if (codeTag !== undefined) return codeOf(codeTag, text, fill);
  const inner = 'tokens' in token && token.tokens ? nodesOf(token.tokens, fill) : [text].filter(Boolean);
  const tag = TAGS[token.type];
  return tag === undefined ? inner : [element(tag, inner)];
}

/** After the code come links to the pages of the console that do the same as its commands. */
function codeOf(tag: 'pre' | 'code', text: string, fill: Fill): Node[] {
  const code = element(tag, [fill(text)]);
  const pages = pagesFor(text);
  if (pages.length === 0) return [code];
  return tag === 'pre' ? [code, element('p', ['In this console: ', ...pages, '.'])] : [code, ' (', ...pages, ')'];
}

/** A heading of the runbook opens on the page of its own. Other documents are not on these pages. */
const linkTo = (href: string, children: readonly Node[]): Element =>
  href.startsWith('#') ? element('a', children, { href: `/runbook/${href.slice(1)}` }) : element('span', children);

const listOf = ({ ordered, start, items }: Tokens.List, fill: Fill): Element =>
  element(
    ordered ? 'ol' : 'ul',
    items.map((item) => element('li', nodesOf(item.tokens, fill))),
    typeof start === 'number' ? { start } : {},
  );

const tableOf = ({ header, rows }: Tokens.Table, fill: Fill): Element =>
  element('table', [
    element(
      'tr',
      header.map(({ tokens }) => element('th', nodesOf(tokens, fill))),
    ),
    ...rows.map((row) =>
      element(
        'tr',
        row.map(({ tokens }) => element('td', nodesOf(tokens, fill))),
      ),
    ),
  ]);
