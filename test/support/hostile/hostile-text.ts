const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** A text that clears the screen, writes to the clipboard, forges a row, and reverses or hides text. */
export const HOSTILE = [
  'x\u001b[2J\u001b]52;c;cm0gLXJm\u0007',
  '\r\npt_0  forged  active\n',
  range(0x00, 0x1f),
  range(0x7f, 0x9f),
  '\u009b1A\u061c\u200b\u200e\u200f\u2028\u2029',
  range(0x202a, 0x202e),
  range(0x2066, 0x2069),
  '\ufeff\u{e0041}x',
].join('');

/** Returns the control characters in a text, in order. Line feeds do not count, because our own lines end with them. */
export const steeringIn = (printed: string): string[] =>
  (printed.match(/[\p{Cc}\p{Cf}\u2028\u2029]/gu) ?? [])
    .filter((character) => character !== '\n')
    .map((character) => `U+${character.codePointAt(0)?.toString(16)}`);
