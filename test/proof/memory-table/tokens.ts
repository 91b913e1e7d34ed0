import { invalid, unused } from './errors.ts';

type Kind = 'alias' | 'value' | 'name' | 'symbol' | 'end';
interface Token {
  readonly kind: Kind;
  readonly text: string;
}

const TOKEN = /\s*(?:(?<alias>#\w+)|(?<value>:\w+)|(?<name>[A-Za-z_]\w*)|(?<symbol><>|<=|>=|[-=<>(),.+]))/y;
const UNUSED = /(?<![#:\w])(NOT|attribute_type|begins_with|contains|size|list_append|DELETE)\b|\[/i;

/** The tokens of an expression, read from left to right. */
export type Tokens = ReturnType<typeof tokens>;

function tokens(text: string) {
  const words = split(text);
  const end: Token = { kind: 'end', text: '' };
  let position = 0;
  const peek = (ahead = 0) => words[position + ahead] ?? end;
  /** Skips the next token if it is this symbol or keyword. Returns whether it skipped the token. */
  const skip = (word: string) => {
    const { kind, text: next } = peek();
    const found = kind === 'name' ? next.toUpperCase() === word : kind === 'symbol' && next === word;
    if (found) position += 1;
    return found;
  };
  const unexpected = () => invalid(`Invalid expression: unexpected "${peek().text}" in "${text}"`);
  return {
    peek,
    skip,
    unexpected,
    placeholders: new Set(
      words.flatMap(({ kind, text: word }) => (kind === 'alias' || kind === 'value' ? [word] : [])),
    ),
    position: () => position,
    expect(word: string): void {
      if (!skip(word)) throw unexpected();
    },
    /** Skips the beginning of a call of this function. Returns whether there was one. */
    skipCall(name: string): boolean {
      const found = peek().text === name && peek(1).text === '(';
      if (found) position += 2;
      return found;
    },
    /** Reads the next token. Throws unless it has this kind. */
    take(kind: Kind): string {
      const { kind: found, text: word } = peek();
      if (found !== kind) throw unexpected();
      position += 1;
      return word;
    },
    /** Parses one or more elements, separated by commas. */
    list<T>(one: () => T): T[] {
      const all = [one()];
      while (skip(',')) all.push(one());
      return all;
    },
  };
}

function split(text: string): Token[] {
  const words: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(TOKEN, 'gy'))) {
    const [kind, word] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    if (isKind(kind) && word !== undefined) words.push({ kind, text: word });
    end = match.index + match[0].length;
  }
  if (text.slice(end).trim() !== '') throw invalid(`Invalid expression: "${text.slice(end)}"`);
  return words;
}

const isKind = (text: string | undefined): text is Exclude<Kind, 'end'> =>
  text !== undefined && ['alias', 'value', 'name', 'symbol'].includes(text);

export interface Parsed<Syntax> {
  readonly syntax: Syntax;
  /** Every `#alias` and `:value` of the expression. */
  readonly placeholders: ReadonlySet<string>;
}

/** Returns a parser that caches its results by text. */
export function reader<Syntax>(parse: (words: Tokens) => Syntax): (text: string) => Parsed<Syntax> {
  const known = new Map<string, Parsed<Syntax>>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const [word] = UNUSED.exec(text) ?? [];
    if (word !== undefined) throw unused(word);
    const words = tokens(text);
    const parsed = { syntax: parse(words), placeholders: words.placeholders };
    if (words.peek().kind !== 'end') throw words.unexpected();
    known.set(text, parsed);
    return parsed;
  };
}
