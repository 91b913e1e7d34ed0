import { parsePath } from './operands.ts';
import { projected, rejectOverlaps } from './paths.ts';
import type { Scope } from './scope.ts';
import { reader } from './tokens.ts';
import type { Item } from './values.ts';

/** Parses a `ProjectionExpression`, which names the parts of an item to return. */
export const readProjection = reader((words) => words.list(() => parsePath(words)));

export function bindProjection(
  parsed: ReturnType<typeof readProjection> | undefined,
  scope: Scope,
): (item: Item) => Item {
  if (parsed === undefined) return (item) => item;
  const paths = parsed.syntax.map((path) => scope.path(path));
  rejectOverlaps(paths);
  return (item) => projected(item, paths);
}
