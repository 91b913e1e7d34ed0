import { invalid, unused } from './errors.ts';
import { equal, type Item, isMap, order, storedItem, type Value } from './values.ts';

export interface Placeholders {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

/** The names and values of the placeholders of one request. */
export interface Scope {
  readonly pathOf: (text: string) => Path;
  readonly literal: (alias: string) => Value;
}

/** Attribute names, with placeholders resolved. */
export type Path = readonly string[];

/** A part of an expression. Its value depends on the item and on the placeholders of the request. */
export type Part<T> = (item: Item, scope: Scope) => T;
export type Condition = Part<boolean>;

export function scopeOf({ ExpressionAttributeNames: names = {}, ExpressionAttributeValues }: Placeholders): Scope {
  const values = storedItem(ExpressionAttributeValues ?? {});
  return {
    pathOf: (text) => text.split('.').map((step) => (step.startsWith('#') ? known(names[step], step) : step)),
    literal: (alias) => known(values[alias], alias),
  };
}

function known<T>(found: T | undefined, placeholder: string): T {
  if (found === undefined) throw invalid(`A placeholder is not defined: ${placeholder}`);
  return found;
}

/** An attribute. Names that are reserved words need a `#alias`. */
export const PATH = String.raw`(?:#\w+|[A-Za-z]\w*)(?:\.#\w+)*`;
export const OPERAND = String.raw`(?:${PATH}|:\w+)`;

export function operand(text: string): Part<Value | undefined> {
  if (text.startsWith(':')) return (_, { literal }) => literal(text);
  return (item, { pathOf }) => valueAt(item, pathOf(text));
}

export function valueAt(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = item;
  for (const name of path) value = isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns a reader that keeps what it has made of each text. */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const result = results.get(text) ?? read(text);
    results.set(text, result);
    return result;
  };
}

const TEST = new RegExp(
  [
    String.raw`attribute_(?<not>not_)?exists\((?<path>${PATH})\)`,
    `(?<value>${OPERAND}) BETWEEN (?<low>${OPERAND}) AND (?<high>${OPERAND})`,
    String.raw`(?<member>${OPERAND}) IN \((?<members>${OPERAND}(?:, ${OPERAND})*)\)`,
    `(?<left>${OPERAND}) (?<comparator>=|<>|<=|>=|<|>) (?<right>${OPERAND})`,
  ].join('|'),
  'y',
);

/**
 * Reads conditions, filters and key conditions, which have one grammar: tests that AND, OR and parentheses connect.
 * Throws at anything that the stores do not use. It does not look for mistakes in what they use, because their own tests
 * send all their expressions to database engines.
 */
export const readCondition = remembering((text): Condition => {
  let position = 0;
  const skip = (word: string) => {
    const isNext = text.startsWith(word, position);
    if (isNext) position += word.length;
    return isNext;
  };
  const rest = () => unused(`the condition ${text.slice(position)}`);
  const all = <T>(one: () => T, separator: string): T[] => {
    const parts = [one()];
    while (skip(separator)) parts.push(one());
    return parts;
  };
  const either = (): Condition => {
    const parts = all(both, ' OR ');
    return (item, scope) => parts.some((part) => part(item, scope));
  };
  const both = (): Condition => {
    const parts = all(one, ' AND ');
    return (item, scope) => parts.every((part) => part(item, scope));
  };
  const one = (): Condition => {
    if (skip('(')) {
      const inner = either();
      if (!skip(')')) throw rest();
      return inner;
    }
    TEST.lastIndex = position;
    const test = TEST.exec(text);
    if (!test) throw rest();
    position = TEST.lastIndex;
    return testOf(test.groups ?? {});
  };
  const condition = either();
  if (position < text.length) throw rest();
  return condition;
});

function testOf(groups: Readonly<Record<string, string>>): Condition {
  const {
    not,
    path,
    value,
    low = '',
    high = '',
    member,
    members = '',
    comparator = '',
    left = '',
    right = '',
  } = groups;
  if (path !== undefined) {
    const attribute = operand(path);
    return (item, scope) => (attribute(item, scope) === undefined) === (not !== undefined);
  }
  if (value !== undefined) {
    const tests = [comparison('<=', low, value), comparison('<=', value, high)];
    return (item, scope) => tests.every((test) => test(item, scope));
  }
  if (member !== undefined) {
    const tests = members.split(', ').map((one) => comparison('=', member, one));
    return (item, scope) => tests.some((test) => test(item, scope));
  }
  return comparison(comparator, left, right);
}

const ORDERS: Readonly<Record<string, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

function comparison(comparator: string, one: string, other: string): Condition {
  const [left, right, holds] = [operand(one), operand(other), ORDERS[comparator]];
  if (!holds) return (item, scope) => equal(left(item, scope), right(item, scope)) === (comparator === '=');
  return (item, scope) => {
    const sign = order(left(item, scope), right(item, scope));
    return sign !== undefined && holds(sign);
  };
}
