import type { Key } from '../../shared/store/table/keys.ts';

/** Writes both parts of a key as one text, as people read and type it. */
export const textOfKey = ({ PK, SK }: Key): string => `${PK} ${SK}`;
