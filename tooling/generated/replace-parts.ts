/**
 * Matches a generated part of a page, between the comments `<!-- generated: name -->` and `<!-- end -->`. A part is
 * text on lines of its own, such as a table, or a number within a sentence.
 */
const PART = /(<!-- generated: ([\w-]+) -->)([\s\S]*?)(<!-- end -->)/g;

/** Replaces the generated parts of a page. Throws unless the page has exactly the parts that are given. */
export function replaceParts(page: string, parts: Readonly<Record<string, string>>): string {
  const unused = new Set(Object.keys(parts));
  const replaced = page.replaceAll(PART, (_, begin: string, name: string, present: string, end: string) => {
    const text = parts[name];
    if (text === undefined) throw new Error(`The page has a generated part "${name}", which nothing generates`);
    unused.delete(name);
    return begin + (present.startsWith('\n') ? `\n${text}\n` : text) + end;
  });
  if (unused.size > 0) throw new Error(`The page has no place for the generated parts ${[...unused].join(', ')}`);
  return replaced;
}
