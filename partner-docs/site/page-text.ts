import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html } from './html.ts';
import { renderMarkdown } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../pages');

/**
 * Renders a page of prose. `{{name}}` stands for a fact; `{{> name}}` on a line of its own stands for a generated part.
 * An unknown name fails the build.
 */
export function renderPageText(
  page: string,
  facts: Readonly<Record<string, string | number>>,
  parts: Readonly<Record<string, Html | readonly Html[]>> = {},
): Html {
  const written = readFileSync(join(FOLDER, `${page}.md`), 'utf8');
  const { markup } = renderMarkdown(fillInFacts(written, facts, `pages/${page}.md`));
  return new Html(
    markup.replaceAll(/<p>\{\{&gt; (\w+)\}\}<\/p>/g, (_, name: string) => {
      const part = requireEntry(parts, name, `pages/${page}.md`);
      return part instanceof Html ? part.markup : part.join('');
    }),
  );
}

/** Replaces each placeholder, such as `{{name}}`, with the fact of this name. `file` is for error messages. */
export const fillInFacts = (text: string, facts: Readonly<Record<string, string | number>>, file: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(requireEntry(facts, name, file)));

function requireEntry<T>(record: Readonly<Record<string, T>>, name: string, file: string): T {
  const found = record[name];
  if (found === undefined) throw new Error(`${file} uses {{${name}}}, but no such name exists`);
  return found;
}
