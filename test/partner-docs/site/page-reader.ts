import { unescapeHtml } from '../../../partner-docs/site/html.ts';

/** Reads our own pages with regular expressions, because their markup is regular. */
export const idsIn = (content: string): string[] => [...content.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

export const linksIn = (content: string): string[] =>
  [...content.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);

/** Returns the addresses that a browser loads with the page. */
export const loadedBy = (content: string): string[] =>
  [
    ...content.matchAll(
      /<(?:link|script|img|iframe|source|use|video|audio|object|embed)\s[^>]*?(?:href|src|data)="([^"]+)"/g,
    ),
  ].map(([, address = '']) => address);

/** Returns the visible text, with white space collapsed. */
export const textOf = (markup: string): string =>
  unescapeHtml(markup.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:])/g, '$1');

/** Returns the text of each block of code, exactly as a reader copies it. */
export const codeIn = (content: string): string[] =>
  [...content.matchAll(/<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, markup = '']) => plain(markup));

const plain = (markup: string) => unescapeHtml(markup.replaceAll(/<[^>]*>/g, ''));

/** Returns the commands of the quick start, by terminal. */
export function quickStartOf(content: string): { readonly service: string[]; readonly tour: string[] } {
  const linesOf = (terminal: string) =>
    [...content.matchAll(new RegExp(`<pre[^>]* data-run="${terminal}"><code[^>]*>([\\s\\S]*?)</code>`, 'g'))].flatMap(
      ([, commands = '']) => plain(commands).split('\n'),
    );
  return { service: linesOf('service'), tour: linesOf('tour') };
}
