import { describe, expect, it } from '@jest/globals';
import { codeBlock } from '../../../partner-docs/site/code-block.ts';
import { Html, html } from '../../../partner-docs/site/html.ts';
import { renderMarkdown } from '../../../partner-docs/site/markdown.ts';
import { markdownOf } from '../../../partner-docs/site/markdown-twin/markdown.ts';

describe('the Markdown version of a page', () => {
  it('the Markdown version of a sample in Markdown equals the sample', () => {
    const written = `# Title

Some *em*, **strong** and \`code\`, a \\<tag> and 2 \\* 3.

- one \`a|b\`
- two

1. first
2. second

| A | B |
| --- | --- |
| 1 | \`x\` |

\`\`\`sh
curl -sS "$URL" # why
\`\`\`
`;
    expect(markdownOf(renderMarkdown(written))).toBe(written);
  });

  it.each([
    ['links to the Markdown of other pages', html`<p><a href="errors.html#X">X</a></p>`, '[X](errors.md#X)'],
    ['keeps links on the same page', html`<p>See <a href="#x">below</a>.</p>`, 'See [below](#x).'],
    ['keeps the id of a heading that differs from its text', html`<h3 id="a.b">A b</h3>`, '### <a id="a.b"></a>A b'],
    [
      'drops the id of a heading that follows from its text',
      html`<h3 id="a-b"><code>A</code> b<a class="anchor">#</a></h3>`,
      '### `A` b',
    ],
    [
      'has the id of a folded part',
      html`<details id="s"><summary>S</summary><p>All.</p></details>`,
      '<a id="s"></a>\n\n**S**\n\nAll.',
    ],
    ['keeps links to other files', html`<p><a href="openapi.json">all</a></p>`, '[all](openapi.json)'],
    [
      'leaves out link marks and forms',
      html`<h2>A<a class="anchor" href="#a">#</a></h2><details class="fold try"><p>Send</p></details>`,
      '## A',
    ],
    [
      'shows the content of a folded part',
      html`<details><summary>Fields</summary><p>All.</p></details>`,
      '**Fields**\n\nAll.',
    ],
    [
      'puts a description of one line behind its term',
      html`<dl><dt>Cause</dt><dd>A fault.</dd></dl>`,
      '- Cause: A fault.',
    ],
    [
      'indents a longer description',
      html`<dl><div><dt><code>a</code></dt><dd><p>One.</p><p>Two.</p></dd></div></dl>`,
      '- `a`: One.\n\n  Two.',
    ],
    ['describes a picture', html`<svg><title>T</title><desc>Attempt 1.</desc><rect x="1"/></svg>`, 'Attempt 1.'],
    ['puts code that contains a fence into a longer fence', codeBlock('```\nx\n```'), '````\n```\nx\n```\n````'],
  ])('the Markdown of a page %s', (_what, content, markdown) => {
    expect(markdownOf(content)).toBe(`${markdown}\n`);
  });

  it('markup that leaves an element open is rejected instead of converted to Markdown', () => {
    expect(() => markdownOf(new Html('<p><em>x</p>'))).toThrow('The markup does not close');
  });
});
