import { conditionFailed, invalid } from './errors.ts';
import { type Path, projected } from './paths.ts';
import type { Rows } from './rows.ts';
import type { Item } from './values.ts';
import type { Write } from './writes.ts';

/** Executes one write, and returns the values that its request asked for. */
export function writeItem(
  rows: Rows,
  write: Write,
  { ReturnValues = 'NONE' }: { ReturnValues?: string | undefined },
): { Attributes?: Item } {
  if (!write.canReturn.includes(ReturnValues)) throw invalid('Return values set to invalid value');
  const before = rows.at(write.key);
  if (!write.holds(before ?? {})) throw conditionFailed(write.showsRejection ? before : undefined);
  const after = write.after(before);
  const Attributes = returned(ReturnValues, write, before, after);
  rows.replace(write.key, after);
  return Attributes === undefined ? {} : { Attributes };
}

function returned(wanted: string | undefined, { paths }: Write, before: Item | undefined, after: Item | undefined) {
  switch (wanted) {
    case 'ALL_OLD':
      return before;
    case 'ALL_NEW':
      return after;
    case 'UPDATED_OLD':
      return updatedPart(before, paths);
    case 'UPDATED_NEW':
      return updatedPart(after, paths);
    default:
      return undefined;
  }
}

/**
 * Returns the updated attributes. Throws if the update wrote a nested path: the engines return different attributes
 * then, and the service never asks for them.
 */
function updatedPart(item: Item | undefined, paths: readonly Path[]): Item | undefined {
  if (paths.some((path) => path.length > 1)) throw new TypeError('The table in memory returns no nested parts');
  const part = item && projected(item, paths);
  return part && Object.keys(part).length > 0 ? part : undefined;
}
