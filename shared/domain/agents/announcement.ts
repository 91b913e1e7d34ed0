/** Put before a persona wherever it is shown or used, in the language of the line's region. Stored nowhere. */
const ANNOUNCEMENTS = {
  kr: '지금은 매장에 걸려 온 전화를 받아 고객과 실시간으로 통화하는 중입니다.',
  ca: 'You are on a live phone call with a customer who is calling the business.',
} as const;

/** The regions whose language is known. */
export type PersonaRegion = keyof typeof ANNOUNCEMENTS;

const SEPARATOR = '\n\n';

/** The persona as partners read it and calls use it: announced once. */
export const renderPersona = (region: PersonaRegion, persona: string) =>
  `${ANNOUNCEMENTS[region]}${SEPARATOR}${persona}`;

const WHITE_SPACE = String.raw`[\s\u0085]`;
const INLINE_SPACE = String.raw`[^\S\n\v\f\r\u2028\u2029]`;
const LINE_END = String.raw`(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])`;

/**
 * One copy in front, and what separates it from the rest: the empty line that we write, with whichever line ends an
 * editor prefers, so that white space with which the persona itself begins is kept; else all white space there is.
 */
const LEADING_ANNOUNCEMENT = new RegExp(
  `^${WHITE_SPACE}*(?:${Object.values(ANNOUNCEMENTS).map(inAnySpelling).join('|')})` +
    `(?:(?:${INLINE_SPACE}*${LINE_END}){2}|${WHITE_SPACE}*)`,
  'u',
);

/** A pattern for every text that becomes the sentence by NFC and the folding of white space. */
function inAnySpelling(sentence: string): string {
  return Array.from(sentence, (character) =>
    character === ' ' ? `${WHITE_SPACE}+` : `(?:${spellingsOf(character).map(escaped).join('|')})`,
  ).join('');
}

/** Composed, decomposed and, as a Hangul syllable has three letters, composed in part. */
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

function escaped(text: string): string {
  return Array.from(text, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join('');
}

/** Takes off every leading copy in either language, so that a value that was read can always be sent back. */
export function withoutAnnouncements(persona: string): string {
  let rest = persona;
  for (let copy = LEADING_ANNOUNCEMENT.exec(rest); copy; copy = LEADING_ANNOUNCEMENT.exec(rest)) {
    rest = rest.slice(copy[0].length);
  }
  return rest;
}
