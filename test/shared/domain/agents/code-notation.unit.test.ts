import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { hasCodeNotation } from '../../../../shared/domain/agents/code-notation.ts';

const CODE = [
  'end_user()',
  'Then call book_table(4).',
  'Use getCustomer(name)',
  'Use getCustomer( )',
  'SEND_RECEIPT(x)',
  'send_receipt_(x)',
  '_sendReceipt(x)',
  'sendReceipt_(x)',
  'getCustomer_byId(x)',
  'order.getTotal()',
  'getOrder(order.id)',
  'outer_call(inner(1))',
  'sum_all([1, 2])',
  'bookTable({ guests: 4 })',
  'bookTable(opts={guests})',
  'sendSms("안녕하세요")',
  "log_it('x')",
  'sendSms(to=number, text="hi")',
  'lookup_price("a", 1.5, )',
  'get_menu(limit=-1)',
  'open_door(\n  id,\n  code\n)',
  'run_all(*args, **kwargs)',
  'runAll(...names)',
  'book_table(date: str, party_size: int) -> bool',
  'bookTable(date: Date, names: string[])',
  'setVip(name?: string)',
  'setVip(level: number = 1)',
  '그다음 sendReceipt(customer)',
  '그다음_send_receipt(id)',
  'Hello {{name}}',
  '{{가게}}에 오신 것을 환영합니다.',
  '```js',
  '```\n안내문\n```',
  'x => y',
  'x=>y',
  'x => 5',
  'x => ({ a: 1 })',
  '() => {',
  '(a, b) => a + b',
  'items.map(item => item.price)',
  'async () => { await x }',
  "'key' => 'value'",
];

const PROSE = [
  'kakaoTalk(카카오톡)',
  'macOS(맥)',
  'macOS(맥북, 아이맥)',
  'wi_fi(와이파이)',
  'wi_fi(무료, free)',
  'wi_fi(free of charge)',
  'wi_fi(비밀번호: cafe1234)',
  'wi_fi(와이파이=무료)',
  'wi_fi(“와이파이”)',
  'kakaoTalk(ID: 코너카페)',
  'kakaoTalk(ID: cornercafe)',
  'kakaoTalk(our messenger)',
  'kakaoTalk(24시간 상담)',
  'kakaoTalk("카톡"이라고도 합니다)',
  'smartStore(네이버 "스마트스토어")',
  'payCo(페이코)·naverPay(네이버페이)',
  '그다음 sendReceipt(고객)',
  'openHours(see the website)',
  'my_shop (open daily)',
  'our_shop(매장',
  '카카오톡(ID)',
  'iPhone(refurbished)',
  'iPhone(아이폰)과 iPad(아이패드)를 수리합니다.',
  'YouTube(유튜브)와 Instagram(인스타그램) 계정이 있습니다.',
  'McDonald(가맹점) 안내와 e-Book(전자책) 판매를 합니다.',
  'Wi-Fi(와이파이) 비밀번호는 알려 주지 않습니다.',
  'Monday (holidays excepted)',
  'Ask for the name(s) of the guest(s).',
  'Our email is hello_shop@example.com (answered daily).',
  'Sizes: S(90), M(95), L(100).',
  'Be warm {but brief}; use `please`.',
  '가격 => 할인',
  '환불 규정: 7일 이내 => 가능',
  '10:00 => 11:00',
  '10000원 => 8000원',
  'VIP => 할인',
  'VIP => 10% 할인',
  'Regular => 30 minutes',
  '아메리카노 => latte',
  '(주)코너 => 코너카페',
  '가격(price) => 할인가(sale)',
  '문의 ⇒ 상담',
];

/** Ends a regular expression that does not return, which a test's own timeout cannot do. */
const SEARCH_LIMIT_MS = 30_000;

function searchWithinLimit(text: string): unknown {
  return runInContext('hasCodeNotation(text)', createContext({ hasCodeNotation, text }), { timeout: SEARCH_LIMIT_MS });
}

describe('the detection of code notation in a persona', () => {
  it.each(CODE)('the text %j contains code notation', (text) => {
    expect(hasCodeNotation(text)).toBe(true);
  });

  it.each(PROSE)('the text %j is prose without code notation', (text) => {
    expect(hasCodeNotation(text)).toBe(false);
  });

  it('the search for code notation in 100,000 characters of a repeated text ends within 30 s', () => {
    const pieces = [
      ...['a', 'A', '_', ' ', 'a_', 'aB', 'a.b', '(', '( ', '(x, '],
      ...['x =', '"a', "'", '=>', 'x=>(', 'x => "a'],
    ];
    const calls = [
      ...['a_b(', 'a_b( ', 'a_b("', 'a_b(\'"', 'a_b(x ,', 'a_b(x=', 'a_b(x.y', 'a_b(x: str<', 'a_b(1,', 'a_b(*'],
    ];
    const long = ['x,', 'x=1 ,', '"a",'].flatMap((argument) => [
      `(${argument.repeat(50)}`,
      `a_b(${argument.repeat(50)}`,
    ]);
    for (const piece of [...pieces, ...calls, ...long]) {
      const text = piece.repeat(100_000 / piece.length);
      for (const start of ['', 'a_b(', 'a_b("', '(', 'x =>'])
        expect(() => searchWithinLimit(`${start}${text}`)).not.toThrow();
    }
  });
});
