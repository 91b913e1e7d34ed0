/**
 * Characters that could change what a terminal shows: C0 with line feeds, DEL and C1, direction marks, zero-width and
 * other format characters, line and paragraph separators, and unpaired surrogates.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes a text of unknown origin safe for a terminal: nothing in it can move the cursor, reorder text or look like
 * another line.
 */
export const printable = (text: string): string => text.replaceAll(STEERING, inHexadecimal);

/** Does the same for a text of ours with several lines, which may quote a text of unknown origin. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Escapes as JSON does, so that JSON has the same value afterwards. */
const inHexadecimal = (character: string) =>
  Array.from({ length: character.length }, (_, index) => `\\u${codeAt(character, index)}`).join('');

const codeAt = (text: string, index: number) => text.charCodeAt(index).toString(16).padStart(4, '0');
