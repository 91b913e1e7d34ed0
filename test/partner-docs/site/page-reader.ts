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

/** Returns the commands of the quick start, by the terminal or the moment that the page names for them. */
export function quickStartOf(content: string) {
  const commandsFor = (step: string) =>
    [...content.matchAll(new RegExp(`<pre[^>]* data-run="${step}"><code[^>]*>([\\s\\S]*?)</code>`, 'g'))]
      .map(([, commands = '']) => plain(commands))
      .join('\n');
  return { install: commandsFor('install'), sandbox: commandsFor('sandbox'), tour: commandsFor('tour') };
}
