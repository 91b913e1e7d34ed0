import { invalid } from './errors.ts';
import { RESERVED_WORDS } from './reserved-words.ts';
import type { Tokens } from './tokens.ts';

/** The steps of a path: the name of an attribute, its `#alias`, or a position in a list. */
export type PathSyntax = readonly (string | number)[];

export type OperandSyntax =
  | { readonly kind: 'path'; readonly path: PathSyntax }
  | { readonly kind: 'value'; readonly alias: string }
  | { readonly kind: 'size'; readonly path: PathSyntax };

export function parsePath(words: Tokens): PathSyntax {
  const path: (string | number)[] = [parseStep(words)];
  for (;;) {
    if (words.skip('.')) path.push(parseStep(words));
    else if (words.skip('[')) {
      path.push(Number(words.take('index')));
      words.expect(']');
    } else return path;
  }
}

function parseStep(words: Tokens): string {
  if (words.peek().kind === 'alias') return words.take('alias');
  const name = words.take('name');
  if (RESERVED_WORDS.has(name.toUpperCase())) throw invalid(`Attribute name is a reserved keyword: ${name}`);
  return name;
}

/** Tells whether a call of this function comes next. */
export const calls = (words: Tokens, name: string) => words.peek().text === name && words.peek(1).text === '(';

export function parseOperand(words: Tokens): OperandSyntax {
  if (words.peek().kind === 'value') return { kind: 'value', alias: words.take('value') };
  if (!calls(words, 'size')) return { kind: 'path', path: parsePath(words) };
  words.take('name');
  words.expect('(');
  const path = parsePath(words);
  words.expect(')');
  return { kind: 'size', path };
}
