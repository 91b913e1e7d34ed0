/**
 * Matches characters that could change what a terminal shows: C0 with line feeds, DEL and C1, direction marks,
 * zero-width and other format characters, line and paragraph separators, and unpaired surrogates.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes a text of unknown origin safe for a terminal: nothing in it can move the cursor, reorder text or look like
 * another line.
 */
export const escapeForTerminal = (text: string): string => text.replaceAll(STEERING, inHexadecimal);

/** Makes a text of ours safe for a terminal, and keeps its line feeds. Each line may quote a text of unknown origin. */
export const escapeLinesForTerminal = (text: string): string => text.split('\n').map(escapeForTerminal).join('\n');

/** Escapes a character in the form that JSON uses, so that JSON with escaped characters parses to the same value. */
const inHexadecimal = (character: string) =>
  Array.from({ length: character.length }, (_, index) => `\\u${codeAt(character, index)}`).join('');

const codeAt = (text: string, index: number) => text.charCodeAt(index).toString(16).padStart(4, '0');
