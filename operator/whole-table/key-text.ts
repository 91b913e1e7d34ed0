import { PREFIX } from '../../shared/names/table.ts';
import type { Key } from '../../shared/store/table/keys.ts';

/** Writes both parts of a key as one text, as people read and type it. */
export const textOfKey = ({ PK, SK }: Key): string => `${PK} ${SK}`;

/** Reads the text of a key. No partition key but that of an idempotency key contains a space, and then no sort key does. */
export function keyIn(text: string): Key {
  const end = text.startsWith(PREFIX.idempotency) ? text.lastIndexOf(' ') : text.indexOf(' ');
  return { PK: text.slice(0, end), SK: text.slice(end + 1) };
}
