const LONGEST_CHARACTERS = 500;

/** Somebody else's text for a terminal: nothing in it may move the cursor or pass for another line. */
export function printable(text: string): string {
  const escaped = text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped.length <= LONGEST_CHARACTERS) return escaped;
  return `${escaped.slice(0, LONGEST_CHARACTERS)}… (${text.length} characters)`;
}
