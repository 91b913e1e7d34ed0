import { describe, expect, it } from '@jest/globals';
import { finishedCall, TALKS } from '../../../local/demo/finished-call.ts';
import { KINDS, type Language } from '../../../local/demo/partners.ts';
import { recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import { chances } from '../../proof/virtual-time/chances.ts';

const LANGUAGES: readonly Language[] = ['ko', 'en', 'fr'];
const SCRIPT: Readonly<Record<Language, RegExp>> = { ko: /\p{Script=Hangul}/u, en: /^[\P{L}a-zA-Z]+$/u, fr: /[a-zéè]/ };

function manyCalls(language: Language) {
  const draw = chances(1);
  const random = () => draw.fraction(language);
  return KINDS.flatMap((kind) =>
    Array.from({ length: 50 }, (_, n) =>
      finishedCall({ callId: `${kind}-${n}`, language, kind, endedAtMs: 1_700_000_000_000, random }),
    ),
  );
}

describe.each(LANGUAGES)('a call of the demo in the language %s', (language) => {
  it('the function `record-call` accepts a call of the demo', () => {
    for (const call of manyCalls(language)) {
      expect(recordCallInput.parse({ tenantId: 'tn', call })).toEqual({ tenantId: 'tn', call });
    }
  });

  it('a call of the demo has text in its own language', () => {
    for (const { summary, title } of manyCalls(language)) {
      expect(summary).not.toMatch(/[{}]/);
      expect(TALKS[language].names.some((name) => summary.includes(name))).toBe(true);
      expect(`${title} ${summary}`).toMatch(SCRIPT[language]);
    }
  });

  it('only a phone call of the demo has a number', () => {
    const calls = manyCalls(language);
    expect(new Set(calls.map(({ callType }) => callType))).toEqual(new Set(['phone', 'web']));
    for (const { callType, callerNumber } of calls) expect(callerNumber !== null).toBe(callType === 'phone');
  });
});
