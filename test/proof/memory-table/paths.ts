import { invalid } from './errors.ts';
import { type Item, isMap, type Value } from './values.ts';

/** Attribute names and positions in lists, with placeholders resolved. */
export type Path = readonly (string | number)[];

/** A copy of an item to which an update is applied. */
export type Draft = { [name: string]: Value };

export function valueAt(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = typeof path[0] === 'string' ? own(item, path[0]) : undefined;
  for (let depth = 1; depth < path.length; depth += 1) value = child(value, path[depth] ?? '');
  return value;
}

function child(value: Value | undefined, step: string | number): Value | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isMap(value) ? own(value, step) : undefined;
}

const own = (map: Readonly<Record<string, Value>>, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);

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

const startsWith = (path: Path, start: Path) => start.every((step, depth) => path[depth] === step);

/**
 * Returns the parts of the item to which the paths lead, in the item's own shape. The chosen members of a list move
 * together, without gaps.
 */
export function projected(item: Item, paths: readonly Path[]): Item {
  const [whole, deeper] = [new Set<string>(), new Map<string, Path[]>()];
  for (const [first, ...rest] of paths) {
    const name = String(first);
    if (rest.length === 0) whole.add(name);
    else deeper.set(name, [...(deeper.get(name) ?? []), rest]);
  }
  const part: { [name: string]: Value } = {};
  for (const name of whole) if (Object.hasOwn(item, name)) part[name] = item[name] ?? null;
  for (const [name, rests] of deeper) {
    const found = projectedPart(own(item, name), rests);
    if (found !== undefined) part[name] = found;
  }
  return part;
}

function projectedPart(value: Value | undefined, paths: readonly Path[]): Value | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  if (isMap(value)) {
    const part = projected(
      value,
      paths.filter(([step]) => typeof step === 'string'),
    );
    return Object.keys(part).length > 0 ? part : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const members = value.flatMap((member, index) => {
    const rests = paths.filter(([step]) => step === index).map((path) => path.slice(1));
    const part = rests.length > 0 ? projectedPart(member, rests) : undefined;
    return part === undefined ? [] : [part];
  });
  return members.length > 0 ? members : undefined;
}
