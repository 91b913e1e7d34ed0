import { describe, expect, it } from '@jest/globals';
import { replaceParts } from '../../../tooling/generated/replace-parts.ts';

const PAGE = 'It needs <!-- generated: need -->7<!-- end --> of\n\n<!-- generated: table -->\nold\n<!-- end -->\n';

describe('a page with generated parts', () => {
  it('the new text of a generated part replaces the text between its two comments in the page', () => {
    expect(replaceParts(PAGE, { need: '8', table: '| new |' })).toBe(
      'It needs <!-- generated: need -->8<!-- end --> of\n\n<!-- generated: table -->\n| new |\n<!-- end -->\n',
    );
  });

  it('a page is rejected if it has a comment for a part that nothing generates', () => {
    expect(() => replaceParts(PAGE, { need: '8' })).toThrow('a generated part "table", which nothing generates');
  });

  it('a page is rejected if it has no comment for a generated part', () => {
    expect(() => replaceParts(PAGE, { need: '8', table: '', more: '' })).toThrow(
      'no place for the generated parts more',
    );
  });
});
