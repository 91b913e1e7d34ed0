import { invalid } from './errors.ts';
import { calls, type PathSyntax, parsePath } from './operands.ts';
import { reader, type Tokens } from './tokens.ts';

export type SourceSyntax =
  | { readonly kind: 'path'; readonly path: PathSyntax }
  | { readonly kind: 'value'; readonly alias: string }
  | { readonly kind: 'ifNotExists'; readonly path: PathSyntax; readonly otherwise: SourceSyntax }
  | { readonly kind: 'append'; readonly parts: readonly [SourceSyntax, SourceSyntax] }
  | { readonly kind: 'sum'; readonly parts: readonly [SourceSyntax, SourceSyntax]; readonly sign: 1 | -1 };

export interface UpdateSyntax {
  readonly set: readonly { readonly path: PathSyntax; readonly source: SourceSyntax }[];
  readonly remove: readonly PathSyntax[];
  readonly add: readonly MemberSyntax[];
  readonly delete: readonly MemberSyntax[];
}
export interface MemberSyntax {
  readonly path: PathSyntax;
  readonly alias: string;
}

export const readUpdate = reader((words: Tokens): UpdateSyntax => {
  const update: { -readonly [Section in keyof UpdateSyntax]: UpdateSyntax[Section] | undefined } = {
    set: undefined,
    remove: undefined,
    add: undefined,
    delete: undefined,
  };
  const once = (section: keyof UpdateSyntax) => {
    if (update[section] !== undefined) throw invalid(`The ${section} section can only be used once`);
  };
  do {
    if (words.skip('SET')) {
      once('set');
      update.set = words.list(() => parseAssignment(words));
    } else if (words.skip('REMOVE')) {
      once('remove');
      update.remove = words.list(() => parsePath(words));
    } else if (words.skip('ADD')) {
      once('add');
      update.add = words.list(() => parseMember(words));
    } else if (words.skip('DELETE')) {
      once('delete');
      update.delete = words.list(() => parseMember(words));
    } else throw words.unexpected();
  } while (words.peek().kind !== 'end');
  const { set = [], remove = [], add = [], delete: deleted = [] } = update;
  return { set, remove, add, delete: deleted };
});

function parseAssignment(words: Tokens) {
  const path = parsePath(words);
  words.expect('=');
  const first = parseSource(words);
  const sign = words.skip('+') ? 1 : words.skip('-') ? -1 : undefined;
  if (sign === undefined) return { path, source: first };
  return { path, source: { kind: 'sum', parts: [first, parseSource(words)], sign } } as const;
}

function parseMember(words: Tokens): MemberSyntax {
  return { path: parsePath(words), alias: words.take('value') };
}

function parseSource(words: Tokens): SourceSyntax {
  if (words.peek().kind === 'value') return { kind: 'value', alias: words.take('value') };
  if (calls(words, 'if_not_exists')) {
    return inParentheses(words, () => {
      const path = parsePath(words);
      words.expect(',');
      return { kind: 'ifNotExists', path, otherwise: parseSource(words) };
    });
  }
  if (calls(words, 'list_append')) {
    return inParentheses(words, () => {
      const first = parseSource(words);
      words.expect(',');
      return { kind: 'append', parts: [first, parseSource(words)] };
    });
  }
  return { kind: 'path', path: parsePath(words) };
}

function inParentheses(words: Tokens, inner: () => SourceSyntax): SourceSyntax {
  words.take('name');
  words.expect('(');
  const source = inner();
  words.expect(')');
  return source;
}
