import { describe, expect, it } from '@jest/globals';
import { PARTNERS } from '../../../local/demo/businesses.ts';
import { E164 } from '../../../shared/domain/lines/line-for-call.ts';

const BUSINESSES = PARTNERS.flatMap(({ businesses }) => businesses);

describe('the partners of the demo', () => {
  it.each([
    ['names and webhook paths', PARTNERS.flatMap(({ name, slug }) => [name, slug])],
    ['numbers', BUSINESSES.map(({ number }) => number)],
    ['external ids', BUSINESSES.map(({ externalId }) => externalId)],
  ])('have different %s', (_, values) => {
    expect(new Set(values).size).toBe(values.length);
  });

  it('have numbers that nobody has', () => {
    for (const { number } of BUSINESSES) {
      expect(number).toMatch(E164);
      // In Korea, no number begins with 0 after the area code. In Canada, 555-01xx is for fiction.
      expect(number).toMatch(/^\+82(2|51|64)0\d{6,7}$|^\+1\d{3}55501\d\d$/);
    }
  });
});
