import { describe, expect, it } from '@jest/globals';
import { eventFilter } from '../../../../local/aws/event-sources/event-filter.ts';

describe('the filter of an event source mapping', () => {
  it('an event source mapping without filter patterns passes every record', () => {
    expect(eventFilter([])({ any: 'thing' })).toBe(true);
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
    [{ a: { b: ['x'] } }, { a: { b: 'x', c: 'y' } }, true],
    [{ a: { b: ['x'] } }, { a: {} }, false],
    [{ a: { length: [1] } }, { a: 'x' }, false],
  ];
  it.each(rows)('a filter with the pattern %j and the record %j returns %s', (pattern, record, passes) => {
    expect(eventFilter([pattern])(record)).toBe(passes);
  });

  it.each([[{ a: 'x' }], [{ a: [] }], [{ a: [{ prefix: 'x' }] }]])('the filter pattern %j is rejected', (pattern) => {
    expect(() => eventFilter([pattern])).toThrow();
  });
});
