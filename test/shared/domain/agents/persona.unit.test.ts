import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AGENT_LIMITS } from '../../../../shared/contract/lines/agent.ts';
import { renderPersona } from '../../../../shared/domain/agents/announcement.ts';
import { checkPersona } from '../../../../shared/domain/agents/persona.ts';
import { Failure, failureReasonOf } from '../../../../shared/domain/requests/failure.ts';

const rejection = (persona: string) => {
  const checked = checkPersona(persona);
  return checked instanceof Failure
    ? { code: failureReasonOf(checked), sentence: checked.message }
    : { accepted: checked };
};

const SENTENCE = { kr: renderPersona('kr', '').trimEnd(), ca: renderPersona('ca', '').trimEnd() };

const composed = (text: string) => text.normalize('NFC');

/**
 * Characters that NFC composes or decomposes, and letters without case. Also spaces, line breaks, and texts that the
 * rules look for.
 */
const PIECES = [
  ...['각', '가\u11a8', '\u1100\u1161', 'é', 'e\u0301', '\u0958', '\u0915\u093c'],
  ...['ﬁ', '１', 'Ⅳ', '漢', 'ش', '👩‍🍳', '\u0301'],
  ...[' ', '\u00a0', '  ', '\u3000', '\u200b', '\n', '\r\n', '\r', '\n\n', '\u2028', '\u0085', '\t'],
  ...['end_call', 'wi_fi', 'kakaoTalk', '(', ')', 'x', ',', '=>', '=', '"', '.', '7', SENTENCE.kr, SENTENCE.ca],
];
const region = fc.constantFrom('kr' as const, 'ca' as const);
const acceptedPersona = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...PIECES) }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )
  .filter((text) => {
    const { accepted } = { accepted: undefined, ...rejection(text) };
    return accepted === text;
  });
const edit = fc.oneof(
  fc.constantFrom('NFC', 'NFD').map((form) => (text: string) => text.normalize(form)),
  fc.constantFrom('\u00a0', '  ', '\u2003', '\u3000').map((space) => (text: string) => text.replaceAll(' ', space)),
  fc.constantFrom('\r\n', '\r', '\u2028', '\u0085').map((end) => (text: string) => text.replaceAll(/\r\n|\n|\r/g, end)),
);

describe('checks of a persona', () => {
  it.each([
    'Monday (holidays excepted)',
    '영업시간은 오전 9시(점심시간 제외)부터입니다.',
    '친절하게(그러나 짧게) 답해 주세요.',
    'You answer calls for Joe’s Diner (est. 1984).',
    'Prices start at $25 (tax not included).',
    'Call 911 (emergency) first.',
    '예약은 2인(성인 기준)부터 가능합니다.',
    'VIP(우수 고객)에게는 먼저 인사하세요.',
    'A/S(사후 관리) 문의는 담당자에게 연결합니다.',
    'Take a message and transfer the call if asked; end the call politely.',
  ])('a persona is accepted if it is ordinary prose: %s', (persona) => {
    expect(rejection(persona)).toEqual({ accepted: persona });
  });

  it.each([
    ['persona.empty', ''],
    ['persona.empty', ' \n\t\u0085'],
    ['persona.empty', SENTENCE.kr],
    ['persona.empty', renderPersona('ca', '')],
    ['persona.empty', renderPersona('kr', renderPersona('ca', ' '))],
    ['persona.empty', SENTENCE.kr.normalize('NFD').replaceAll(' ', '\u00a0')],
    ['persona.empty', renderPersona('ca', '').replaceAll(' ', '  ').replaceAll('\n', '\r\n')],
    ['persona.too_long', 'x'.repeat(8_001)],
    ['persona.too_long', '가'.repeat(8_001)],
    ['persona.too_long', renderPersona('kr', 'x'.repeat(8_001))],
    ['persona.tool_name', 'Use transfer_call when asked.'],
    ['persona.tool_name', '필요하면 end_call을 실행하세요.'],
    ['persona.tool_name', 'Then run TAKE_MESSAGE'],
    ['persona.tool_name', 'then transferHuman'],
    ['persona.tool_name', 'call end_call()'],
    ['persona.tool_name', 'end_call\u00e9'],
    ['persona.tool_name', 'end_calle\u0301'],
    ['persona.tool_signature', 'Then call book_table(4).'],
  ])('a persona is rejected with the code %s and a Korean error sentence: case %#', (code, persona) => {
    expect(rejection(persona)).toEqual({ code, sentence: expect.stringMatching(/[가-힣]/) });
  });

  it('a persona can contain the name of an internal feature inside a longer word', () => {
    expect(rejection('our_end_calls and unend_call')).toHaveProperty('accepted');
  });

  it.each(['😀', '가', 'x'])('a persona has at most 8000 characters, and %s counts as one character', (character) => {
    expect(rejection(character.repeat(8_000))).toHaveProperty('accepted');
    expect(rejection(character.repeat(8_001))).toMatchObject({ code: 'persona.too_long' });
  });

  it('the error of a persona that is too long names the limit', () => {
    const limit = AGENT_LIMITS.personaCharacters;
    expect(rejection('x'.repeat(limit + 1)).sentence).toContain(limit.toLocaleString('en'));
  });

  it("a persona is returned with a live-call announcement in the language of the line's region", () => {
    expect(renderPersona('kr', 'x')).toMatch(/^[가-힣].*\n\nx$/);
    expect(renderPersona('ca', 'x')).toMatch(/^[A-Z][a-z].*\n\nx$/);
  });

  it.each([
    ['3,000 syllables in NFD', '각'.repeat(3_000).normalize('NFD')],
    ['8,000 syllables in NFD', '가'.repeat(8_000).normalize('NFD')],
    ['8,000 letters that NFC decomposes', '\u0958'.repeat(8_000)],
  ])('the characters of a persona are counted as sent or in NFC, whichever count is lower: %s', (_, persona) => {
    expect(rejection(persona)).toEqual({ accepted: persona });
    expect(rejection(`${persona}${'x'.repeat(8_001)}`)).toMatchObject({ code: 'persona.too_long' });
  });

  it.each([
    ['in NFD', (text: string) => text.normalize('NFD')],
    [
      'partly composed',
      (text: string) => text.normalize('NFD').replaceAll(/[\u1100-\u1112][\u1161-\u1175]/g, composed),
    ],
    ['with no-break spaces', (text: string) => text.replaceAll(' ', '\u00a0')],
    ['with doubled spaces', (text: string) => text.replaceAll(' ', '  ')],
    ['with CRLF line breaks', (text: string) => text.replaceAll('\n', '\r\n')],
    ['broken over several lines', (text: string) => text.replaceAll(' ', '\r\n')],
    ['with white space before it', (text: string) => `\u2028 \u0085${text}`],
    ['with one line break after it', (text: string) => text.replaceAll('\n\n', ' \n')],
    ['with nothing after it', (text: string) => text.replaceAll('\n\n', '')],
  ])(
    'the live-call announcements at the beginning of a persona are removed in both languages, even an announcement %s',
    (_, edited) => {
      for (const region of ['kr', 'ca'] as const) {
        expect(rejection(edited(renderPersona(region, 'Hi')))).toEqual({ accepted: 'Hi' });
        expect(rejection(renderPersona('kr', edited(renderPersona(region, 'Hi'))))).toEqual({ accepted: 'Hi' });
      }
    },
  );

  it('a persona stays unchanged if a partner reads it and sends it back', () => {
    fc.assert(
      fc.property(acceptedPersona, fc.array(region), (text, regions) => {
        expect(checkPersona(regions.reduce((inner, one) => renderPersona(one, inner), text))).toBe(text);
      }),
    );
  });

  it('live-call announcements are removed from a persona even if an editor has changed their spaces and line breaks', () => {
    fc.assert(
      fc.property(acceptedPersona, fc.array(region, { minLength: 1 }), fc.array(edit), (text, regions, edits) => {
        const edited = (original: string) => edits.reduce((inner, one) => one(inner), original);
        const readBack = edited(regions.reduce((inner, one) => renderPersona(one, inner), text));
        expect(rejection(readBack)).toEqual({ accepted: edited(text) });
      }),
    );
  });

  it('a persona in NFKC or NFKD is checked without its live-call announcement', () => {
    const form = fc.constantFrom('NFKC', 'NFKD');
    fc.assert(
      fc.property(acceptedPersona, region, form, (text, one, compatible) => {
        const alone = text.normalize(compatible);
        expect(rejection(renderPersona(one, text).normalize(compatible))).toEqual(rejection(alone));
      }),
    );
  });

  it('a live-call announcement stays in a persona if the announcement is not at the beginning', () => {
    const quoting = `Never say: ${SENTENCE.ca}`;
    expect(checkPersona(quoting)).toBe(quoting);
  });

  it('a persona that repeats a text up to 250,000 characters is rejected', () => {
    const long = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));
    for (const piece of ['a', '_', 'a_', 'aA', 'a_a']) {
      expect(rejection(long(piece, 250_000))).toHaveProperty('code', 'persona.too_long');
      expect(rejection(long(piece, 8_000))).toEqual({ accepted: long(piece, 8_000) });
    }
    for (const piece of [' ', SENTENCE.kr, `${SENTENCE.ca} `]) {
      expect(rejection(long(piece, 250_000))).toHaveProperty('code', 'persona.empty');
      expect(rejection(long(piece, 8_000))).toHaveProperty('code', 'persona.empty');
    }
  });
});
