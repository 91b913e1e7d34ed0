import { PREFIX } from '../../shared/names/table.ts';
import type { Key } from '../../shared/store/table/keys.ts';

/** Returns both parts of a key as one text, as people read and type it. */
export const keyText = ({ PK, SK }: Key): string => `${PK} ${SK}`;

/**
 * Parses a key from the text of `keyText`. The first space separates the two parts. In the key of an idempotency item,
 * the last space separates them, because the first part can have spaces.
 */
export function parseKey(text: string): Key {
  const end = text.startsWith(PREFIX.idempotency) ? text.lastIndexOf(' ') : text.indexOf(' ');
  return { PK: text.slice(0, end), SK: text.slice(end + 1) };
}
