import { invalid, unused } from './errors.ts';
import { type Draft, type Path, rejectOverlaps, removeAt, setAt, valueAt } from './paths.ts';
import { KEY_NAMES } from './schema.ts';
import type { Scope } from './scope.ts';
import type { ActionSyntax, SourceSyntax } from './update-syntax.ts';
import { type Item, storedItem, type Value, whole } from './values.ts';

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
