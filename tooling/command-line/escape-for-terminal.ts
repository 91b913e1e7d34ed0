/**
 * Matches characters that could change what a terminal shows: control characters, format characters such as direction
 * marks, line and paragraph separators, and unpaired surrogates.
 */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Escapes what could move the cursor, reorder text or begin another line, in a text of unknown origin. */
export const escapeForTerminal = (text: string): string => text.replaceAll(STEERING, inHexadecimal);

/** Escapes like `escapeForTerminal`, but keeps line feeds. For a text of ours, whose lines can quote texts of unknown origin. */
export const escapeLinesForTerminal = (text: string): string => text.split('\n').map(escapeForTerminal).join('\n');

/** Escapes a character in the form that JSON uses, so that JSON with escapes in its texts parses to the same value. */
const inHexadecimal = (character: string) =>
  Array.from({ length: character.length }, (_, index) => `\\u${codeAt(character, index)}`).join('');

const codeAt = (text: string, index: number) => text.charCodeAt(index).toString(16).padStart(4, '0');
