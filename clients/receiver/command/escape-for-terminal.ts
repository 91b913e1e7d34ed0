/** Matches characters that could change how a terminal shows other text. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LONGEST_CHARACTERS = 500;

/** Makes a text of unknown origin safe for a terminal: escapes control characters, and cuts the text off if it is long. */
export function escapeForTerminal(text: string): string {
  const escaped = text.replace(STEERING, inHexadecimal);
  if (escaped.length <= LONGEST_CHARACTERS) return escaped;
  return `${escaped.slice(0, LONGEST_CHARACTERS)}… (${text.length} characters)`;
}

const inHexadecimal = (character: string) =>
  Array.from({ length: character.length }, (_, index) => `\\u${codeAt(character, index)}`).join('');

const codeAt = (text: string, index: number) => text.charCodeAt(index).toString(16).padStart(4, '0');

/** Leaves out credentials, query and fragment of a URL, because they can contain secrets. */
export const urlWithoutSecrets = ({ origin, pathname }: URL) => `${origin}${pathname}`;
