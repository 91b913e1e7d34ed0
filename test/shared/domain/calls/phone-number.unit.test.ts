import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_NUMBER, maskPhoneNumber } from '../../../../shared/domain/calls/phone-number.ts';

const SHOWN = [
  ['+82 10-1234-5678', '****5678'],
  ['(604) 555-0199', '****0199'],
  ['12345', '****2345'],
  ['Mobile +82 10-1234-5678', '****5678'],
  ['02) 123-4567', '****4567'],
  ['555.123.4567', '****4567'],
  ['+15551234567x22', '****4567'],
  ['+1 555 123 4567 ext. 22', '****4567'],
  ['+1 555 123 4567 extension 22', '****4567'],
  ['+1 (555) 123-4567 (22)', '****4567'],
  ['+15551234567#22', '****4567'],
  ['+15551234567,,22', '****4567'],
  ['+15551234567p22w3', '****4567'],
  ['02-1234-5678 내선 22', '****5678'],
  ['02-1234-5678~9', '****5678'],
  ['02\u22121234\u22125678', '****5678'],
  ['555-0199/0200', '****0199'],
  ['sip:+15551234567@10.0.0.15', '****4567'],
  ['sips:+15551234567@192.168.1.20:5060', '****4567'],
  ['sip:+15551234567@[2001:db8::15]:5060;user=phone', '****4567'],
  ['sip:+15551234567;phone-context=12@pbx.example', '****4567'],
  ['sip:+15551234567:99887766@pbx.example', '****4567'],
  ['sip:+15551234567', '****4567'],
  ['<sip:+15551234567@10.0.0.15>;tag=99887766', '****4567'],
  ['"Room 42 <9>" <sip:%2B15551234567@10.0.0.15>', '****4567'],
  ['Room 42 sip:+15551234567@10.0.0.15', '****4567'],
  ['15551234567@10.0.0.15', '****4567'],
  ['sip:+1555123%204567%4010.0.0.15', '****4567'],
  ['tel:+1-555-123-4567;ext=22', '****4567'],
  ['tel:+1-555-123-4567;postd=pp22', '****4567'],
  ['Tel: 02-1234-5678', '****5678'],
  ['h323:15551234567@10.0.0.15', '****4567'],
  ['\u202a+82 10-1234-5678\u202c', '****5678'],
  ['+82101234567\uFF18', '****5678'],
  ['＋８２（１０）１２３４－５６７８', '****5678'],
  ['+١٥٥٥١٢٣٤٥٦٧', '****4567'],
];

const HIDDEN = [
  '',
  '1234',
  '110',
  '+1234;ext=56789',
  '1234 x56789',
  'tel:1234',
  'anonymous',
  'sip:alice@pbx.example',
  'sip:alice@10.0.0.15:5060',
  'sip:alice:15551234567@pbx.example',
  'alice:15551234567@pbx.example',
  'sip:agent20231234@pbx.example',
  'sip:10.0.0.15',
  'sip:192.168.100.200:5060',
  'sip:[2001:db8::12345]',
  'sip:12345678.pbx.example',
  '<sip:anonymous@anonymous.invalid>;tag=99887766',
  '"+15551234567" <sip:anonymous@anonymous.invalid>',
  '1-800-FLOWERS',
  '1-800-555-FLOW',
  '12345678e29b',
  '%2B15551234567%FF',
];

const ALL = [...SHOWN.map(([caller = '']) => caller), ...HIDDEN];

const sign = fc.constantFrom('', '', ' ', '-', '.', '\u2011', ' (', ') ');
const subscriber = fc
  .tuple(
    fc.stringMatching(/^[1-9]\d{0,14}$/),
    fc.array(sign, { minLength: 15, maxLength: 15 }),
    fc.constantFrom('', '+', '%2B', '\u202a+'),
  )
  .map(([digits, signs, plus]) => ({
    digits,
    written: plus + Array.from(digits, (digit, index) => (index === 0 ? '' : signs[index]) + digit).join(''),
  }));

/** Digits that do not belong to the subscriber. Each frame uses up to three of these numbers. */
const others = fc.array(fc.stringMatching(/^\d{1,9}$/), { minLength: 3, maxLength: 3 });

const extension = fc.constantFrom('x', ' ext. ', ';ext=', ';isub=', '#', ',', ',,', 'p', 'w', ' 내선 ', '/', '~', '\t');
const host = fc.constantFrom('10.0.0.', '192.168.1.20:', '[2001:db8::1]:', 'pbx', 'pbx.example;tag=');
type Frame = (number: string, [first, second, third]: readonly string[]) => string;
const afterMark =
  (mark: string): Frame =>
  (number, [first]) =>
    `${number}${mark}${first}`;
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.constantFrom<Frame>(
    (number) => number,
    (number, [first]) => `${number} (${first})`,
    (number, [first]) => `tel:${number};phone-context=+${first}`,
    (number, [first]) => `"Room ${first}" <tel:${number}>`,
    (number, [first]) => `Room ${first} <${number}>`,
  ),
  extension.map(afterMark),
  fc.tuple(extension, host, fc.constantFrom('sip', 'sips')).chain(([mark, at, scheme]) =>
    fc.constantFrom<Frame>(
      (number, [first]) => `${scheme}:${number}@${at}${first}`,
      (number, [first, second]) => `${scheme}:${number}${mark}${first}@${at}${second}`,
      (number, [first, second]) => `${scheme}:${number}:${first}@${at}${second}`,
      (number, [first, second, third]) => `"${first}" <${scheme}:${number}@${at}${second}>;tag=${third}`,
      (number, [first, second]) => `Desk ${first} ${scheme}:${number}@${at}${second}`,
    ),
  ),
);

describe('the masked number of a caller', () => {
  it.each(SHOWN)('the caller number %j is masked as %j', (caller, masked) => {
    expect(maskPhoneNumber(caller)).toBe(masked);
  });

  it.each(HIDDEN)('the masked form of %j contains no digits', (caller) => {
    expect(maskPhoneNumber(caller)).toBe('****');
  });

  it.each(ALL)('the masked form of %j does not change when it is masked again', (caller) => {
    const masked = maskPhoneNumber(caller);
    expect(maskPhoneNumber(masked)).toBe(masked);
  });

  it('the masked form of a caller number has the last four digits in every script with decimal digits', () => {
    const misread = Intl.supportedValuesOf('numberingSystem').filter((numberingSystem) => {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      const written = format.format(1_234_567_890);
      return maskPhoneNumber(written) !== (/^\p{Nd}{10}$/u.test(written) ? '****7890' : '****');
    });
    expect(misread).toEqual([]);
  });

  it('the masked form of a caller number shows no digits except its last four', () => {
    fc.assert(
      fc.property(subscriber, frame, others, ({ digits, written }, inFrame, other) => {
        const caller = inFrame(written, other);
        const showsDigits = digits.length > 4 && caller.length <= LONGEST_NUMBER;
        expect(maskPhoneNumber(caller)).toBe(`****${showsDigits ? digits.slice(-4) : ''}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the masked form of a caller number has either four digits or none', () => {
    const pieces = fc.constantFrom('sip:', 'tel:', '%2', '12345', ...'@:;<>"%+- ().xa7４٤한');
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 64 }), (caller) => {
        expect(maskPhoneNumber(caller)).toMatch(/^\*{4}(\d{4})?$/);
      }),
    );
  });
});
