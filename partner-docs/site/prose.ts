import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html } from './html.ts';
import { renderMarkdown } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../pages');

/**
 * A page of prose. `{{name}}` stands for a fact; `{{> name}}` on a line of its own stands for a generated part.
 * An unknown name fails the build.
 */
export function renderProse(
  page: string,
  facts: Readonly<Record<string, string | number>>,
  parts: Readonly<Record<string, Html | readonly Html[]>> = {},
): Html {
  const written = readFileSync(join(FOLDER, `${page}.md`), 'utf8');
  const filledIn = written.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(known(facts, name, page)));
  const { markup } = renderMarkdown(filledIn);
  return new Html(
    markup.replaceAll(/<p>\{\{&gt; (\w+)\}\}<\/p>/g, (_, name: string) => {
      const part = known(parts, name, page);
      return part instanceof Html ? part.markup : part.join('');
    }),
  );
}

function known<T>(record: Readonly<Record<string, T>>, name: string, page: string): T {
  const found = record[name];
  if (found === undefined) throw new Error(`pages/${page}.md uses {{${name}}}, but no such name exists`);
  return found;
}
