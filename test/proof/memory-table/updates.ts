import { invalid } from './errors.ts';
import { type Draft, type Path, rejectOverlaps, removeAt, setAt, valueAt } from './paths.ts';
import type { Scope } from './scope.ts';
import type { MemberSyntax, SourceSyntax, UpdateSyntax } from './update-syntax.ts';
import { type Item, storedItem, typeOf, type Value, whole } from './values.ts';

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

/** Binds the update of one request. Throws if it writes an attribute of the key. */
export function bindUpdate(syntax: UpdateSyntax, scope: Scope, keyNames: readonly string[]): Update {
  const changes: Change[] = [
    ...syntax.set.map(({ path, source }) => ({ path: scope.path(path), value: bindSource(source, scope) })),
    ...syntax.remove.map((path) => ({ path: scope.path(path), value: () => undefined })),
    ...syntax.add.map((member) => addition(member, scope)),
    ...syntax.delete.map((member) => deletion(member, scope)),
  ];
  const paths = changes.map(({ path }) => path);
  rejectPositions(paths);
  rejectOverlaps(paths);
  return {
    paths,
    apply(before) {
      if (paths.some(([name]) => keyNames.includes(String(name)))) {
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

/** Throws for a write to a position in a list. The engines disagree about it, and the service does not use it. */
function rejectPositions(paths: readonly Path[]): void {
  if (paths.flat().some((step) => typeof step === 'number')) {
    throw new TypeError('The table in memory does not write to positions in lists');
  }
}

function bindSource(source: SourceSyntax, scope: Scope): (before: Item) => Value {
  switch (source.kind) {
    case 'value': {
      const value = scope.value(source.alias);
      return () => value;
    }
    case 'path': {
      const path = scope.path(source.path);
      return (before) => {
        const found = valueAt(before, path);
        if (found === undefined) throw invalid('The provided expression refers to an attribute that does not exist');
        return found;
      };
    }
    case 'ifNotExists': {
      const path = scope.path(source.path);
      const otherwise = bindSource(source.otherwise, scope);
      return (before) => {
        const found = valueAt(before, path);
        return found === undefined ? otherwise(before) : found;
      };
    }
    case 'append':
      return bindPair(source.parts, scope, 'L', ([first, second]) => [...listOf(first), ...listOf(second)]);
    case 'sum':
      return bindPair(source.parts, scope, 'N', ([first, second]) =>
        whole(Number(first) + source.sign * Number(second)),
      );
  }
}

const listOf = (value: Value) => (Array.isArray(value) ? value : []);

function bindPair(
  parts: readonly [SourceSyntax, SourceSyntax],
  scope: Scope,
  type: 'L' | 'N',
  combine: (pair: readonly [Value, Value]) => Value,
): (before: Item) => Value {
  for (const part of parts) if (part.kind === 'value') rejectOtherThan(type, scope.value(part.alias));
  const [first, second] = [bindSource(parts[0], scope), bindSource(parts[1], scope)];
  return (before) => {
    const pair = [first(before), second(before)] as const;
    for (const value of pair) rejectOtherThan(type, value);
    return combine(pair);
  };
}

function rejectOtherThan(type: 'L' | 'N', value: Value): void {
  if (typeOf(value) !== type) throw wrongType();
}

/** Binds `ADD`. It increases a number (an absent number counts as 0) or adds members to a set. */
function addition({ path: pathSyntax, alias }: MemberSyntax, scope: Scope): Change {
  const path = scope.path(pathSyntax);
  const added = scope.value(alias);
  if (typeof added !== 'number' && !(added instanceof Set)) throw wrongType();
  return {
    path,
    value: (before) => {
      const found = valueAt(before, path);
      if (found === undefined) return added;
      if (typeof found === 'number' && typeof added === 'number') return whole(found + added);
      if (found instanceof Set && added instanceof Set && typeOf(found) === typeOf(added))
        return new Set([...found, ...added]);
      throw wrongType();
    },
  };
}

/** Binds `DELETE`: it removes members from a set, and the attribute if the set becomes empty. */
function deletion({ path: pathSyntax, alias }: MemberSyntax, scope: Scope): Change {
  const path = scope.path(pathSyntax);
  const deleted = scope.value(alias);
  if (!(deleted instanceof Set)) throw wrongType();
  return {
    path,
    value: (before) => {
      const found = valueAt(before, path);
      if (found === undefined) return undefined;
      if (!(found instanceof Set) || typeOf(found) !== typeOf(deleted)) throw wrongType();
      const left = new Set([...found].filter((member) => !deleted.has(member)));
      return left.size > 0 ? left : undefined;
    },
  };
}

const wrongType = () => invalid('An operand in the update expression has an incorrect data type');
