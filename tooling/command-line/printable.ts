/**
 * C0 with its line feeds, DEL and C1; marks of direction, zero-width and other characters that only steer; line and
 * paragraph separators; halves of characters.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Somebody else's text for a terminal: nothing in it moves the cursor, reorders text or passes for another line. */
export const printable = (text: string): string => text.replaceAll(STEERING, inHexadecimal);

/** A text of ours that has several lines, and somebody else's words in them. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** As JSON escapes it, so that JSON that was made printable has the same value. */
const inHexadecimal = (character: string) =>
  Array.from({ length: character.length }, (_, index) => `\\u${codeAt(character, index)}`).join('');

const codeAt = (text: string, index: number) => text.charCodeAt(index).toString(16).padStart(4, '0');
