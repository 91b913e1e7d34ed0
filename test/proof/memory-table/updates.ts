import { invalid, unused } from './errors.ts';
import {
  type Draft,
  type OperandSyntax,
  type Path,
  type PathSyntax,
  parseOperand,
  parsePath,
  rejectOverlaps,
  removeAt,
  setAt,
  valueAt,
} from './operands.ts';
import { KEY_NAMES } from './schema.ts';
import type { Scope } from './scope.ts';
import { reader, type Tokens } from './tokens.ts';
import { type Item, storedItem, type Value, whole } from './values.ts';

type SourceSyntax =
  | OperandSyntax
  | { readonly kind: 'ifNotExists'; readonly path: PathSyntax; readonly otherwise: OperandSyntax }
  | { readonly kind: 'sum'; readonly parts: readonly [SourceSyntax, SourceSyntax]; readonly sign: 1 | -1 };

/** The change of one attribute. */
export type ActionSyntax =
  | { readonly kind: 'SET'; readonly path: PathSyntax; readonly source: SourceSyntax }
  | { readonly kind: 'REMOVE'; readonly path: PathSyntax }
  | { readonly kind: 'ADD'; readonly path: PathSyntax; readonly added: OperandSyntax };

const ACTIONS = {
  SET: parseAssignment,
  REMOVE: (words: Tokens) => ({ kind: 'REMOVE', path: parsePath(words) }) as const,
  ADD: (words: Tokens) => ({ kind: 'ADD', path: parsePath(words), added: parseValue(words) }) as const,
};
const SECTIONS = ['SET', 'REMOVE', 'ADD'] as const;

export const readUpdate = reader((words: Tokens): readonly ActionSyntax[] => {
  const actions: ActionSyntax[] = [];
  do {
    const section = SECTIONS.find((known) => words.skip(known));
    if (section === undefined) throw words.unexpected();
    if (actions.some(({ kind }) => kind === section)) throw invalid(`The ${section} section can only be used once`);
    actions.push(...words.list<ActionSyntax>(() => ACTIONS[section](words)));
  } while (words.peek().kind !== 'end');
  return actions;
});

function parseAssignment(words: Tokens) {
  const path = parsePath(words);
  words.expect('=');
  const first = parseSource(words);
  const sign = words.skip('+') ? 1 : words.skip('-') ? -1 : undefined;
  if (sign === undefined) return { kind: 'SET', path, source: first } as const;
  return { kind: 'SET', path, source: { kind: 'sum', parts: [first, parseSource(words)], sign } } as const;
}

const parseValue = (words: Tokens): OperandSyntax => ({ kind: 'value', alias: words.take('value') });

function parseSource(words: Tokens): SourceSyntax {
  if (!words.skipCall('if_not_exists')) return parseOperand(words);
  const path = parsePath(words);
  words.expect(',');
  const otherwise = parseOperand(words);
  words.expect(')');
  return { kind: 'ifNotExists', path, otherwise };
}

export interface Update {
  /** The paths that the update writes. */
  readonly paths: readonly Path[];
  /** Returns the item after the update. All values are computed from the item before the update. */
  apply(before: Item): Item;
}

/** Computes the new value of a path from the item before the update. `undefined` removes the attribute. */
interface Change {
  readonly path: Path;
  readonly value: (before: Item) => Value | undefined;
}

/** Binds the update of one request. It throws if it writes an attribute of the key. */
export function bindUpdate(syntax: readonly ActionSyntax[], scope: Scope): Update {
  const changes = syntax.map((action) => bindAction(action, scope));
  const paths = changes.map(({ path }) => path);
  rejectOverlaps(paths);
  return {
    paths,
    apply(before) {
      if (paths.some(([name = '']) => KEY_NAMES.includes(name))) {
        throw invalid('Cannot update attribute. This attribute is part of the key');
      }
      const values = changes.map(({ value }) => value(before));
      const draft: Draft = storedItem(before);
      changes.forEach(({ path }, index) => {
        const value = values[index];
        if (value === undefined) removeAt(draft, path);
        else setAt(draft, path, value);
      });
      return draft;
    },
  };
}

function bindAction(action: ActionSyntax, scope: Scope): Change {
  const path = scope.path(action.path);
  switch (action.kind) {
    case 'SET':
      return { path, value: bindSource(action.source, scope) };
    case 'REMOVE':
      return { path, value: () => undefined };
    case 'ADD': {
      const added = scope.operand(action.added).literal;
      if (typeof added !== 'number') throw unused('ADD of anything but a number');
      return { path, value: (before) => whole(added + numberIn(valueAt(before, path), 0)) };
    }
  }
}

function bindSource(source: SourceSyntax, scope: Scope): (before: Item) => Value {
  if (source.kind === 'sum') {
    const [first, second] = source.parts.map((part) => bindTerm(part, scope));
    return (before) => whole(numberIn(first?.(before)) + source.sign * numberIn(second?.(before)));
  }
  if (source.kind === 'ifNotExists') {
    const path = scope.path(source.path);
    const otherwise = bindSource(source.otherwise, scope);
    return (before) => {
      const found = valueAt(before, path);
      return found === undefined ? otherwise(before) : found;
    };
  }
  const operand = scope.operand(source);
  return (before) => {
    const found = operand.of(before);
    if (found === undefined) throw invalid('The provided expression refers to an attribute that does not exist');
    return found;
  };
}

/** Binds a term of a sum. Throws if the term is a value that is no number. */
function bindTerm(term: SourceSyntax, scope: Scope): (before: Item) => Value {
  if (term.kind === 'value') numberIn(scope.operand(term).literal);
  return bindSource(term, scope);
}

function numberIn(value: Value | undefined, otherwise?: number): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (typeof value !== 'number') throw invalid('An operand in the update expression has an incorrect data type');
  return value;
}
