import { describe, expect, it } from '@jest/globals';
import { replaceParts } from '../../../tooling/generated/markers.ts';

const PAGE = 'It needs <!-- generated: need -->7<!-- end --> of\n\n<!-- generated: table -->\nold\n<!-- end -->\n';

describe('a page with generated parts', () => {
  it('a page with generated parts gets new parts between its comments, both inside a sentence and on separate lines', () => {
    expect(replaceParts(PAGE, { need: '8', table: '| new |' })).toBe(
      'It needs <!-- generated: need -->8<!-- end --> of\n\n<!-- generated: table -->\n| new |\n<!-- end -->\n',
    );
  });

  it('a page with generated parts is rejected if nothing generates one of its parts', () => {
    expect(() => replaceParts(PAGE, { need: '8' })).toThrow('a generated part "table", which nothing generates');
  });

  it('a page with generated parts is rejected if it lacks a part', () => {
    expect(() => replaceParts(PAGE, { need: '8', table: '', more: '' })).toThrow(
      'no place for the generated parts more',
    );
  });
});
