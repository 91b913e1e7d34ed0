import { describe, expect, it } from '@jest/globals';
import { html } from '../../../partner-docs/site/html.ts';
import { finderIn } from '../../../partner-docs/site/search/finder.ts';
import { sectionsOf } from '../../../partner-docs/site/search/sections.ts';

const find = finderIn(
  sectionsOf({
    name: 'errors',
    content: html`<h1>Errors</h1><p>Every failure has a body.</p>
<h2 id="retry">Retries<a class="anchor" href="#retry">#</a></h2><p>Wait, then <em>try</em> again &amp; again.</p><pre><code>hiddenWord()</code></pre>
<section><h3 id="EXTERNAL_ID_EXISTS"><code>EXTERNAL_ID_EXISTS</code> <span>409</span></h3><p>${'Filler words. '.repeat(30)}Another line has this identifier. ${'More words. '.repeat(30)}</p></section>
<h2 id="lines">Lines</h2><p>An order. A code such as EXTERNAL_ID_EXISTS.</p>`,
  }),
);
const titles = (query: string) => find(query).map(({ title }) => title);

describe('the search of the documentation in the browser', () => {
  it('a search result has the page, the heading and the link', () => {
    expect(find('again')).toEqual([
      { page: 'Errors', title: 'Retries', href: 'errors.html#retry', excerpt: 'Wait, then try again & again.' },
    ]);
    expect(find('failure')).toMatchObject([{ href: 'errors.html' }]);
  });

  it.each([
    ['the beginning of a word', 'identif', ['EXTERNAL_ID_EXISTS 409']],
    ['a misspelt word', 'falure', ['Errors']],
    ['all words of the query, in any order', 'again wait', ['Retries']],
    ['only sections with most words of the query', 'identifier another', ['EXTERNAL_ID_EXISTS 409']],
    ['sections with one word of two, if none has both', 'again falure', ['Retries', 'Errors']],
    ['a plural by its singular, and a singular by its plural', 'retry failures', ['Retries', 'Errors']],
    ['no more sections because of filler words such as how', 'how do I try', ['Retries']],
    ['nothing if no section has any of the words', 'telephone', []],
    ['a word in a heading before the same word in a text', 'external_id_exists', ['EXTERNAL_ID_EXISTS 409', 'Lines']],
    ['no word of a code sample', 'hiddenWord', []],
    ['a word that the pages use instead of a word of the query', 'wins', ['Lines']],
    ['no word that only resembles a short word of the query', 'agein', []],
    ['nothing for a query of punctuation', '"&<', []],
  ])("the documentation's search finds %s", (_what, query, found) => {
    expect(titles(query)).toEqual(found);
  });

  it('a search result shows the words around a match in the middle of a text', () => {
    const [{ excerpt } = { excerpt: '' }] = find('identifier');
    expect(excerpt).toMatch(/^… .*Another line has this identifier\. .* …$/);
    expect(excerpt.length).toBeLessThan(160);
  });
});
