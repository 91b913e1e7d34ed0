import { describe, expect, it } from '@jest/globals';
import { eventFilter } from '../../../../local/aws/event-sources/event-filter.ts';

const insertOf = (sortKey: string) => ({
  eventName: 'INSERT',
  dynamodb: { Keys: { PK: { S: 'CALL#1' }, SK: { S: sortKey } } },
});

describe('the filter of an event source mapping', () => {
  it('passes every record when there are no patterns', () => {
    expect(eventFilter([])({ any: 'thing' })).toBe(true);
  });

  it('passes only new delivery rows to the relay', () => {
    const passes = eventFilter([{ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: ['DELIVERY'] } } } }]);
    expect(passes(insertOf('DELIVERY'))).toBe(true);
    expect(passes(insertOf('LINE'))).toBe(false);
    expect(passes({ ...insertOf('DELIVERY'), eventName: 'MODIFY' })).toBe(false);
    expect(passes({ eventName: 'INSERT', dynamodb: {} })).toBe(false);
  });

  it('passes a record that matches at least one of several patterns', () => {
    const passes = eventFilter([{ a: [1] }, { b: [2] }]);
    expect([{ a: 1 }, { b: 2 }, { a: 2, b: 1 }].map(passes)).toEqual([true, true, false]);
  });

  const rows: [pattern: unknown, record: unknown, passes: boolean][] = [
    [{ a: ['x'] }, { a: 'x' }, true],
    [{ a: ['x'] }, { a: 'X' }, false],
    [{ a: ['x', 'y'] }, { a: 'y' }, true],
    [{ a: ['1'] }, { a: 1 }, false],
    [{ a: [true] }, { a: true }, true],
    [{ a: [''] }, { a: '' }, true],
    [{ a: [null] }, { a: null }, true],
    [{ a: [null] }, {}, false],
    [{ a: ['x'], b: ['y'] }, { a: 'x', b: 'y' }, true],
    [{ a: ['x'], b: ['y'] }, { a: 'x' }, false],
    [{ a: ['x'] }, { a: ['w', 'x'] }, true],
    [{ a: { b: ['x'] } }, { a: [{ b: 'w' }, { b: 'x' }] }, true],
    [{ a: { length: [1] } }, { a: 'x' }, false],
    [{ a: [{ exists: true }] }, { a: null }, true],
    [{ a: [{ exists: true }] }, {}, false],
    [{ a: [{ exists: false }] }, {}, true],
    [{ a: { b: [{ exists: false }] } }, {}, true],
    [{ a: [{ prefix: 'LINE#' }] }, { a: 'LINE#7' }, true],
    [{ a: [{ prefix: 'LINE#' }] }, { a: 'A LINE#7' }, false],
    [{ a: [{ prefix: '1' }] }, { a: 1 }, false],
    [{ a: [{ suffix: '.png' }] }, { a: 'x.png' }, true],
    [{ a: [{ 'equals-ignore-case': 'Alice' }] }, { a: 'aLICE' }, true],
    [{ a: [{ 'anything-but': 'x' }] }, { a: 'y' }, true],
    [{ a: [{ 'anything-but': ['x', 'y'] }] }, { a: 'y' }, false],
    [{ a: [{ 'anything-but': 'x' }] }, {}, false],
    [{ a: [{ numeric: ['=', 100] }] }, { a: 100 }, true],
    [{ a: [{ numeric: ['>', 10, '<=', 20] }] }, { a: 20 }, true],
    [{ a: [{ numeric: ['>', 10, '<=', 20] }] }, { a: 10 }, false],
    [{ a: [{ numeric: ['>=', 10] }] }, { a: '11' }, false],
    [{ $or: [{ a: ['x'] }, { b: ['y'] }], c: ['z'] }, { b: 'y', c: 'z' }, true],
    [{ $or: [{ a: ['x'] }, { b: ['y'] }], c: ['z'] }, { c: 'z' }, false],
  ];
  it.each(rows)('with the pattern %j and the record %j returns %s', (pattern, record, passes) => {
    expect(eventFilter([pattern])(record)).toBe(passes);
  });

  it.each([
    [{ a: 'x' }],
    [{ a: [] }],
    [{ a: [{ wildcard: 'x*' }] }],
    [{ a: [{ numeric: ['~', 1] }] }],
    [{ a: [{ prefix: { 'equals-ignore-case': 'x' } }] }],
  ])('rejects the pattern %j, which AWS would reject or evaluate differently', (pattern) => {
    expect(() => eventFilter([pattern])).toThrow();
  });
});
