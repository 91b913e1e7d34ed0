import * as z from 'zod';

type Test = (value: unknown) => boolean;

const leaf = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).min(1);
const node = z.record(z.string(), z.unknown());

/**
 * Compiles the filter criteria of an event source mapping. A record passes if it matches at least one pattern, or if
 * there are no patterns. A pattern names fields and, for each field, the values that pass. Throws on any other part of
 * Lambda's filter language, so that no pattern silently matches or drops records.
 */
export function eventFilter(patterns: readonly unknown[]): Test {
  const tests = patterns.map(compilePattern);
  return (record) => tests.length === 0 || tests.some((test) => test(record));
}

function compilePattern(pattern: unknown): Test {
  if (Array.isArray(pattern)) {
    const wanted: readonly unknown[] = leaf.parse(pattern);
    return (value) => wanted.includes(value);
  }
  const fields = Object.entries(node.parse(pattern)).map(([name, below]) => [name, compilePattern(below)] as const);
  return (value) => fields.every(([name, test]) => test(node.safeParse(value).data?.[name]));
}
