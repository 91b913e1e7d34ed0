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

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export const unescaped = (markup: string): string =>
  markup.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? '');

/** Returns the visible text, with white space collapsed. */
export const textOf = (markup: string): string =>
  unescaped(markup.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:])/g, '$1');

/** Returns the commands of the quick start, by terminal. */
export function quickStartOf(content: string): { readonly service: string[]; readonly tour: string[] } {
  const linesOf = (terminal: string) =>
    [...content.matchAll(new RegExp(`<pre[^>]* data-run="${terminal}"><code>([\\s\\S]*?)</code>`, 'g'))].flatMap(
      ([, commands = '']) => unescaped(commands).split('\n'),
    );
  return { service: linesOf('service'), tour: linesOf('tour') };
}
