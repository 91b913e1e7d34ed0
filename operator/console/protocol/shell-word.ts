/** Matches characters that take effect or hide text when they are pasted into a terminal, even within quotes. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/u;

/** Returns whether a person can safely paste a command that contains the text. */
export const isSafeToPaste = (text: string): boolean => !UNSAFE.test(text);

/** Quotes the text as one word of a POSIX shell. Throws a RangeError if the text is not safe to paste. */
export function shellWord(text: string): string {
  if (!isSafeToPaste(text)) throw new RangeError('A command to copy must not contain control characters');
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The flag of the option `dryRun` is `--dry-run`. */
export const flagOf = (option: string): string => `--${toKebabCase(option)}`;
export const toKebabCase = (option: string): string =>
  option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
