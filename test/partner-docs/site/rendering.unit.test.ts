import { describe, expect, it } from '@jest/globals';
import { codeBlock } from '../../../partner-docs/site/code-block.ts';
import { html } from '../../../partner-docs/site/html.ts';
import { renderMarkdown } from '../../../partner-docs/site/markdown.ts';
import { renderPageText } from '../../../partner-docs/site/page-text.ts';
import { constraintsInWords, typeInWords } from '../../../partner-docs/site/reference/schema-words.ts';
import { codeIn, idsIn, textOf } from './page-reader.ts';

describe('the HTML of a page', () => {
  it('the template function `html` escapes values and keeps markup that was already rendered', () => {
    const kept = html`<b>${'a < b & "c"'}</b>`;
    expect(html`<p>${kept}${[1, '>']}${undefined}${false}</p>`.markup).toBe(
      '<p><b>a &lt; b &amp; &quot;c&quot;</b>1&gt;</p>',
    );
  });

  it.each([
    ['python', '# why\nurl = "https://x" # where <here>\n', ['comment', 'string']],
    ['ts', "const url = await fetch('https://x/y'); // where & why\n", ['keyword', 'string', 'comment']],
    ['sh', 'curl -sS "$BASE/v1" # <why>\n', ['string', 'variable', 'comment']],
    ['json', '{ "name": "O\'Brien", "isOpen": true }\n', ['attr', 'string', 'literal']],
  ])('the rendering of pages highlights %s with classes only', (language, code, kinds) => {
    const { markup } = codeBlock(code, language);
    for (const kind of kinds) expect(markup).toContain(`class="hljs-${kind}`);
    expect(markup).not.toContain('style=');
    expect(codeIn(markup)).toEqual([code.trimEnd()]);
  });

  it('code in an unknown language is shown without highlighting', () => {
    expect(codeIn(codeBlock('<b> & "c"', 'text').markup)).toEqual(['<b> & "c"']);
  });

  it('two headings with the same text have different anchors', () => {
    expect(idsIn(renderMarkdown('# A\n## Same\n## Same\n').markup)).toEqual(['a', 'same', 'same-2']);
  });

  it('a link whose target is not on the documentation site becomes plain text', () => {
    const { markup } = renderMarkdown('See [the file](../x.ts).', { linkOf: () => undefined });
    expect(markup).toBe('<p>See the file.</p>\n');
  });

  it('the rendering of a page throws an error for an unknown placeholder', () => {
    expect(() => renderPageText('errors', { gatewayBodyMib: '', orderOfFailures: '' })).toThrow(
      'pages/errors.md uses {{codesTable}}, but no such name exists',
    );
  });

  it.each([
    [{ type: 'string', minLength: 1, maxLength: 8 }, 'string', '1 to 8 characters'],
    [{ type: 'string', minLength: 1 }, 'string', 'not empty'],
    [{ type: ['string', 'null'] }, 'string or null', ''],
    [
      { type: 'array', minItems: 1, items: { type: 'string', maxLength: 60 } },
      'array of string',
      'not empty; each at most 60 characters',
    ],
    [{ type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'integer', '1 to 200; default 50'],
    [{ $ref: '#/components/schemas/Line' }, 'Line', ''],
    [{ anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] }, 'string or null', 'one of a, b'],
    [{ type: 'string', minLength: 4, maxLength: 4 }, 'string', '4 characters'],
  ])('the schema %j is described as type "%s" with limits "%s"', (schema, type, bounds) => {
    expect(textOf(typeInWords(schema).markup).trim()).toBe(type);
    expect(
      constraintsInWords(schema)
        .map(({ markup }) => textOf(markup).trim())
        .join('; '),
    ).toBe(bounds);
  });
});
