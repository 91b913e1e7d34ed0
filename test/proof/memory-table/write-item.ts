import { conditionFailed, unused } from './errors.ts';
import type { Rows } from './rows.ts';
import { pick } from './schema.ts';
import type { Item } from './values.ts';
import type { Write } from './writes.ts';

/** Executes one write, and returns the values that its request asked for. */
export function writeItem(
  rows: Rows,
  write: Write,
  { ReturnValues = 'NONE' }: { ReturnValues?: string | undefined },
): { Attributes?: Item } {
  const before = rows.at(write.key);
  if (!write.holds(before ?? {})) throw conditionFailed(write.showsRejection ? before : undefined);
  const after = write.after(before);
  const Attributes = returned(ReturnValues, write, after);
  rows.replace(write.key, after);
  return Attributes === undefined ? {} : { Attributes };
}

/** Only an update returns values. Of a nested path, the engines return different parts. */
function returned(wanted: string, { paths = [] }: Write, after: Item | undefined): Item | undefined {
  if (wanted === 'NONE') return undefined;
  if (paths.length === 0 || after === undefined) throw unused('values that are no result of an update');
  if (wanted === 'ALL_NEW') return after;
  if (wanted !== 'UPDATED_NEW' || paths.some((path) => path.length > 1)) throw unused(`${wanted} of this update`);
  const part = pick(after, paths.flat());
  return Object.keys(part).length > 0 ? part : undefined;
}
