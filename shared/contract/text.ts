import * as z from 'zod/mini';

/** An emoji counts as one character, as a person counts: limits of the contract are in code points. */
export const codePointsIn = (text: string): number => [...text].length;

/** Text of at most so many code points. JSON Schema counts the same way, so a document made of it names the bound. */
export const textUpTo = (maxLength: number) =>
  z.string().check(
    z.refine((value) => codePointsIn(value) <= maxLength, `must have at most ${maxLength} characters`),
    z.meta({ maxLength }),
  );

/** 1 to so many printable ASCII characters without whitespace: `!` (0x21) to `~` (0x7e). */
export const visibleAscii = (maxLength: number) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[!-~]{1,${maxLength}}$`),
        `must be 1 to ${maxLength} printable ASCII characters without whitespace`,
      ),
      z.meta({ minLength: 1, maxLength }),
    );
