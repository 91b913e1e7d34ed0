/**
 * The announcement: the sentence in front of a persona wherever the persona is shown or used. The announcement is in
 * the language of the line's region, and is never stored.
 */
const ANNOUNCEMENTS = {
  kr: '지금은 매장에 걸려 온 전화를 받아 고객과 실시간으로 통화하는 중입니다.',
  ca: 'You are on a live phone call with a customer who is calling the business.',
} as const;

/** The language of each region's lines, in words for partners. */
export const LANGUAGES: Readonly<Record<PersonaRegion, string>> = { kr: 'Korean', ca: 'English' };

export type PersonaRegion = keyof typeof ANNOUNCEMENTS;

const SEPARATOR = '\n\n';

/** Returns the persona with the announcement in front, as partners read it and calls use it. */
export const renderPersona = (region: PersonaRegion, persona: string) =>
  `${ANNOUNCEMENTS[region]}${SEPARATOR}${persona}`;

const WHITE_SPACE = String.raw`[\s\u0085]`;
const INLINE_SPACE = String.raw`[^\S\n\v\f\r\u2028\u2029]`;
const LINE_END = String.raw`(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])`;

/**
 * Matches one leading announcement and the empty line after it, with any kind of line end, because an editor may have
 * changed the line ends. Further white space belongs to the persona. Without the empty line, all white space after the
 * announcement is matched.
 */
const LEADING_ANNOUNCEMENT = new RegExp(
  `^${WHITE_SPACE}*(?:${Object.values(ANNOUNCEMENTS).map(anySpellingPattern).join('|')})` +
    `(?:(?:${INLINE_SPACE}*${LINE_END}){2}|${WHITE_SPACE}*)`,
  'u',
);

/** Returns a pattern for every text that equals the sentence after normalization to NFC and folding of white space. */
function anySpellingPattern(sentence: string): string {
  return Array.from(sentence, (character) =>
    character === ' ' ? `${WHITE_SPACE}+` : `(?:${spellingsOf(character).map(escapeForRegExp).join('|')})`,
  ).join('');
}

/**
 * Returns the ways to write a character in Unicode: composed, decomposed and, for a Hangul syllable of three letters,
 * partly composed.
 */
function spellingsOf(character: string): string[] {
  const parts = [...character.normalize('NFD')];
  return parts.map(
    (_, last) =>
      parts
        .slice(0, last + 1)
        .join('')
        .normalize('NFC') + parts.slice(last + 1).join(''),
  );
}

function escapeForRegExp(text: string): string {
  return Array.from(text, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join('');
}

/** Removes all announcements at the start, so that a partner can send back the persona that it has read. */
export function removeAnnouncements(persona: string): string {
  let rest = persona;
  for (let copy = LEADING_ANNOUNCEMENT.exec(rest); copy; copy = LEADING_ANNOUNCEMENT.exec(rest)) {
    rest = rest.slice(copy[0].length);
  }
  return rest;
}
