import * as z from 'zod';

type Test = (value: unknown) => boolean;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const comparison = z.enum(['=', '<', '<=', '>', '>=']);
const range = z.union([z.tuple([comparison, z.number()]), z.tuple([comparison, z.number(), comparison, z.number()])]);
const operator = z.union([
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ suffix: z.string() }),
  z.strictObject({ 'equals-ignore-case': z.string() }),
  z.strictObject({ 'anything-but': z.union([plain, z.array(plain)]) }),
  z.strictObject({ numeric: range }),
]);
const leaf = z.array(z.union([plain, operator])).min(1);
const node = z.record(z.string(), z.unknown());

/**
 * Compiles the filter criteria of an event source mapping. A record passes if it matches at least one pattern, or if
 * there are no patterns. Patterns may use the part of EventBridge's language that Lambda's documentation lists. Throws
 * on anything else when the mapping is created, so that no pattern silently matches or drops records.
 */
export function eventFilter(patterns: readonly unknown[]): Test {
  if (patterns.length === 0) return () => true;
  const tests = patterns.map(compile);
  return (record) => tests.some((test) => test(record));
}

function compile(pattern: unknown): Test {
  if (Array.isArray(pattern)) return anyElement(oneOf(leaf.parse(pattern).map(compileRule)));
  const fields = Object.entries(node.parse(pattern)).map(([name, below]) =>
    name === '$or' ? oneOf(z.array(node).min(1).parse(below).map(compile)) : field(name, compile(below)),
  );
  return (value) => fields.every((test) => test(value));
}

const field =
  (name: string, test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length > 0
      ? value.some(field(name, test))
      : test(isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);

/** An array in a record passes if at least one of its elements passes. */
const anyElement =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? value.some(test) : test(value);

const oneOf =
  (tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));

function compileRule(rule: z.infer<typeof leaf>[number]): Test {
  if (rule === null || typeof rule !== 'object') return (value) => value === rule;
  if ('exists' in rule) return (value) => (value !== undefined) === rule.exists;
  if ('prefix' in rule) return text((value) => value.startsWith(rule.prefix));
  if ('suffix' in rule) return text((value) => value.endsWith(rule.suffix));
  if ('numeric' in rule) return compileRange(rule.numeric);
  if ('anything-but' in rule) {
    const excluded = new Set<unknown>([rule['anything-but']].flat());
    return (value) => value !== undefined && !excluded.has(value);
  }
  const wanted = rule['equals-ignore-case'].toLowerCase();
  return text((value) => value.toLowerCase() === wanted);
}

const text =
  (test: (value: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && test(value);

function compileRange([first, bound, second, other]: z.infer<typeof range>): Test {
  const passes = (value: number) =>
    COMPARE[first](value, bound) && (second === undefined || other === undefined || COMPARE[second](value, other));
  return (value) => typeof value === 'number' && passes(value);
}

const COMPARE: Readonly<Record<z.infer<typeof comparison>, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
