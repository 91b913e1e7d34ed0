import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Failure } from '../../shared/domain/failure.ts';
import { checkedPersona, renderPersona } from '../../shared/domain/persona.ts';

const refusal = (persona: string) => {
  try {
    return { accepted: checkedPersona(persona) };
  } catch (error) {
    return error instanceof Failure ? { code: error.reason, sentence: error.message } : { error };
  }
};

const SENTENCE = { kr: renderPersona('kr', '').trimEnd(), ca: renderPersona('ca', '').trimEnd() };

describe('a persona', () => {
  it.each([
    'Monday (holidays excepted)',
    '카카오톡(ID)',
    '영업시간은 오전 9시(점심시간 제외)부터입니다.',
    '친절하게(그러나 짧게) 답해 주세요.',
    '아이폰(iPhone) 수리 전문점입니다.',
    'iPhone(아이폰)과 iPad(아이패드)를 수리합니다.',
    'YouTube(유튜브)와 Instagram(인스타그램) 계정이 있습니다.',
    'You answer calls for Joe’s Diner (est. 1984).',
    'Prices start at $25 (tax not included).',
    'Ask for the name(s) of the guest(s).',
    'Call 911 (emergency) first.',
    '예약은 2인(성인 기준)부터 가능합니다.',
    '주차(무료)는 건물 뒤편(지하 1층)입니다.',
    'VIP(우수 고객)에게는 먼저 인사하세요.',
    'A/S(사후 관리) 문의는 담당자에게 연결합니다.',
    'Wi-Fi(와이파이) 비밀번호는 알려 주지 않습니다.',
    'Be warm {but brief}; use “please”.',
    '환불 규정: 7일 이내 => 아님, 7일 이내 → 가능'.replace('=>', '-'),
    'Take a message and transfer the call if asked; end the call politely.',
    'Our email is hello_shop@example.com (answered daily).',
    'Sizes: S(90), M(95), L(100).',
    'McDonald(가맹점) 안내와 e-Book(전자책) 판매를 합니다.',
  ])('of ordinary prose is accepted: %s', (persona) => {
    expect(refusal(persona)).toEqual({ accepted: persona });
  });

  it.each([
    ['persona.empty', ''],
    ['persona.empty', ' \n\t'],
    ['persona.empty', SENTENCE.kr],
    ['persona.empty', renderPersona('ca', '')],
    ['persona.empty', renderPersona('kr', renderPersona('ca', ' '))],
    ['persona.too_long', 'x'.repeat(8_001)],
    ['persona.too_long', '가'.repeat(8_001)],
    ['persona.too_long', renderPersona('kr', 'x'.repeat(8_001))],
    ['persona.tool_name', 'Use transfer_call when asked.'],
    ['persona.tool_name', '필요하면 end_call을 실행하세요.'],
    ['persona.tool_name', 'Then run TAKE_MESSAGE'],
    ['persona.tool_name', 'then transferHuman'],
    ['persona.tool_name', 'call end_call()'],
    ['persona.tool_signature', 'Then call book_table(4).'],
    ['persona.tool_signature', 'Use getCustomer(name)'],
    ['persona.tool_signature', '그다음 sendReceipt(고객)'],
    ['persona.tool_signature', '그다음_send_receipt(고객)'],
    ['persona.tool_signature', 'SEND_RECEIPT(x)'],
    ['persona.tool_signature', 'send_receipt_(x)'],
    ['persona.tool_signature', '_sendReceipt(x)'],
    ['persona.tool_signature', 'sendReceipt_(x)'],
    ['persona.tool_signature', 'Hello {{name}}'],
    ['persona.tool_signature', '```js'],
    ['persona.tool_signature', 'x => y'],
  ])('is refused with %s (%#), in a Korean sentence', (code, persona) => {
    expect(refusal(persona)).toEqual({ code, sentence: expect.stringMatching(/[가-힣]/) });
  });

  it('may hold a word that only contains a feature name', () => {
    expect(refusal('our_end_calls and unend_call')).toHaveProperty('accepted');
  });

  it.each(['😀', '가', 'x'])('has 8000 characters at most, counted as people count: %s', (character) => {
    expect(refusal(character.repeat(8_000))).toHaveProperty('accepted');
    expect(refusal(character.repeat(8_001))).toMatchObject({ code: 'persona.too_long' });
  });

  it('is announced in the language of the region', () => {
    expect(renderPersona('kr', 'x')).toMatch(/^[가-힣].*\n\nx$/);
    expect(renderPersona('ca', 'x')).toMatch(/^[A-Z][a-z].*\n\nx$/);
  });

  it('comes back exactly as it was saved, however often and in whatever language it was read', () => {
    const region = fc.constantFrom('kr' as const, 'ca' as const);
    const persona = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => 'accepted' in refusal(text));
    fc.assert(
      fc.property(persona, fc.array(region), (text, regions) => {
        expect(checkedPersona(regions.reduce((inner, one) => renderPersona(one, inner), text))).toBe(text);
      }),
    );
  });

  it('may have lost or gained spaces around the sentence on its way through a form', () => {
    for (const between of ['', ' ', '\r\n\r\n', '\n']) {
      expect(checkedPersona(`  ${SENTENCE.kr}${between}Hello`)).toBe('Hello');
    }
  });

  it('keeps the sentence where it is not in front', () => {
    const quoting = `Never say: ${SENTENCE.ca}`;
    expect(checkedPersona(quoting)).toBe(quoting);
  });

  it('is judged in little time even when it is made to be slow', () => {
    for (const piece of [' ', 'a', '_', 'a_', 'aA', 'a_a', SENTENCE.kr, `${SENTENCE.ca} `]) {
      expect(refusal(piece.repeat(Math.floor(250_000 / piece.length)))).toHaveProperty('code');
      expect(refusal(piece.repeat(Math.floor(8_000 / piece.length)))).not.toHaveProperty('error');
    }
  });
});
