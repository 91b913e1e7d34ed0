import { describe, expect, it } from '@jest/globals';
import { eventFilter } from '../../../../local/aws/event-sources/event-filter.ts';

const insertOf = (sortKey: string) => ({
  eventName: 'INSERT',
  dynamodb: { Keys: { PK: { S: 'CALL#1' }, SK: { S: sortKey } } },
});

describe('the filter of an event source mapping', () => {
  it('an event source mapping without filter patterns passes every record', () => {
    expect(eventFilter([])({ any: 'thing' })).toBe(true);
  });

  it('the filter of the relay passes only new delivery rows', () => {
    const passes = eventFilter([{ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: ['DELIVERY'] } } } }]);
    expect(passes(insertOf('DELIVERY'))).toBe(true);
    expect(passes(insertOf('LINE'))).toBe(false);
    expect(passes({ ...insertOf('DELIVERY'), eventName: 'MODIFY' })).toBe(false);
    expect(passes({ eventName: 'INSERT', dynamodb: {} })).toBe(false);
  });

  it('a filter with several patterns passes a record that matches at least one pattern', () => {
    const passes = eventFilter([{ a: [1] }, { b: [2] }]);
    expect([{ a: 1 }, { b: 2 }, { a: 2, b: 1 }].map(passes)).toEqual([true, true, false]);
  });

  const rows: [pattern: unknown, record: unknown, passes: boolean][] = [
    [{ a: ['x', 'y'] }, { a: 'y' }, true],
    [{ a: ['x'] }, { a: 'X' }, false],
    [{ a: ['1'] }, { a: 1 }, false],
    [{ a: [null] }, { a: null }, true],
    [{ a: [null] }, {}, false],
    [{ a: ['x'], b: ['y'] }, { a: 'x' }, false],
    [{ a: { length: [1] } }, { a: 'x' }, false],
  ];
  it.each(rows)('a filter with the pattern %j and the record %j returns %s', (pattern, record, passes) => {
    expect(eventFilter([pattern])(record)).toBe(passes);
  });

  it.each([[{ a: 'x' }], [{ a: [] }], [{ a: [{ prefix: 'x' }] }]])(
    'the filter pattern %j is rejected, because the local service does not support it',
    (pattern) => {
      expect(() => eventFilter([pattern])).toThrow();
    },
  );
});
