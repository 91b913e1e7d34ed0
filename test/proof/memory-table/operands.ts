import { invalid, unused } from './errors.ts';
import { isKeyName } from './schema.ts';
import type { Tokens } from './tokens.ts';
import { type Item, isMap, type Value } from './values.ts';

/** Attribute names, with placeholders resolved. */
export type Path = readonly string[];

/** A copy of an item to which an update is applied. */
export type Draft = { [name: string]: Value };

export function valueAt(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = item;
  for (const name of path) value = isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns the map in which the path ends. */
function parentOf(draft: Draft, path: Path): Draft {
  const parent = path.length === 1 ? draft : valueAt(draft, path.slice(0, -1));
  if (!isMap(parent)) throw invalid('The document path provided in the update expression is invalid for update');
  return parent;
}

export function setAt(draft: Draft, path: Path, value: Value): void {
  parentOf(draft, path)[String(path.at(-1))] = value;
}

export function removeAt(draft: Draft, path: Path): void {
  delete parentOf(draft, path)[String(path.at(-1))];
}

/** Throws if a path equals another or is part of it. */
export function rejectOverlaps(paths: readonly Path[]): void {
  const overlap = paths.some((one, index) => paths.some((other, at) => at !== index && startsWith(one, other)));
  if (overlap) throw invalid('Two document paths overlap with each other');
}

const startsWith = (path: Path, start: Path) => start.every((name, depth) => path[depth] === name);

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
