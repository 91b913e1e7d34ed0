import { unused } from './errors.ts';
import { isKeyName } from './schema.ts';
import type { Tokens } from './tokens.ts';

/** The steps of a path: the `#alias` of an attribute, or the name of a key attribute. */
export type PathSyntax = readonly string[];

export type OperandSyntax =
  | { readonly kind: 'path'; readonly path: PathSyntax }
  | { readonly kind: 'value'; readonly alias: string };

export function parsePath(words: Tokens): PathSyntax {
  const path = [parseStep(words)];
  while (words.skip('.')) path.push(parseStep(words));
  return path;
}

/** Our other names always have a `#alias`, because many of them are reserved words. */
function parseStep(words: Tokens): string {
  if (words.peek().kind === 'alias') return words.take('alias');
  const name = words.take('name');
  if (words.peek().text === '(') throw words.unexpected();
  if (!isKeyName(name)) throw unused(`the name ${name} without an alias`);
  return name;
}

export const parseOperand = (words: Tokens): OperandSyntax =>
  words.peek().kind === 'value'
    ? { kind: 'value', alias: words.take('value') }
    : { kind: 'path', path: parsePath(words) };
