import { describe, expect, it } from '@jest/globals';
import { pageQuery } from '../../../shared/contract/paging.ts';

describe('page size', () => {
  it('is 50 unless the query says otherwise', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
  });

  it('may be any whole number from 1 to 200', () => {
    for (let limit = 1; limit <= 200; limit += 1) {
      expect(pageQuery.parse({ limit: String(limit) }).limit).toBe(limit);
    }
  });

  const wrong = [
    '0',
    '201',
    '999',
    '1000',
    '-1',
    '1e2',
    '0x10',
    '05',
    '5.0',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '',
    'abc',
    '\uFF15',
  ];
  it.each(wrong)('may not be %j', (limit) => {
    expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});
