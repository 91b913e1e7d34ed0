import * as z from 'zod/mini';

/** Reports whether a text may be stored: it has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Reports whether a text may be stored and has no U+FFFD, which a decoder writes in place of bytes that are not UTF-8.
 * Request bodies may contain only such texts.
 */
export const isAllowedInBody = (text: string): boolean => isStorable(text) && !text.includes('\uFFFD');

/** Returns the length in Unicode code points, the contract's unit. The emoji 🇰🇷 has two. */
export const countCodePoints = (text: string): number => [...text].length;

/**
 * Reports whether a text has at most `maxLength` code points. A code point has at most two UTF-16 units, so a text with
 * more than twice `maxLength` units is too long, and its code points are not counted.
 */
export const hasAtMostCodePoints = (maxLength: number, text: string): boolean =>
  text.length <= 2 * maxLength && countCodePoints(text) <= maxLength;

/**
 * Returns a schema for text with a limit in code points. JSON Schema counts code points too, so the OpenAPI document
 * can state the limit. Further checks of the schema run only on text within the limit.
 */
export const textOfAtMost = (maxLength: number) =>
  z.string().check(
    z.refine((text) => hasAtMostCodePoints(maxLength, text), {
      error: `must have at most ${maxLength} characters`,
      abort: true,
    }),
    z.meta({ maxLength }),
  );

/** Returns what `visibleAscii` requires, in words for partners. */
export const visibleAsciiForm = (maxLength: number) =>
  `1 to ${maxLength} printable ASCII characters without whitespace`;

/** Returns what `visibleAscii` requires, as a regular expression: `!` (0x21) to `~` (0x7e). */
export const visibleAsciiPattern = (maxLength: number) => `^[!-~]{1,${maxLength}}$`;

export const visibleAscii = (maxLength: number) =>
  z
    .string()
    .check(
      z.regex(new RegExp(visibleAsciiPattern(maxLength)), `must be ${visibleAsciiForm(maxLength)}`),
      z.meta({ minLength: 1, maxLength }),
    );
