import fc from 'fast-check';
import { attribute, type Fragment, joined, literal } from './expressions.ts';

/** Strings in byte order, which is not the order of their UTF-16 units. */
const TEXTS = ['', 'a', 'ab', 'b', 'é', '\uffff', '😀'];
export const texts = fc.constantFrom(...TEXTS);
export const numbers = fc.integer({ min: -2, max: 3 });
const scalars = fc.oneof(numbers, texts, fc.boolean(), fc.constant(null));
export const lists = fc.array(fc.oneof(numbers, texts), { maxLength: 3 });
export const maps = fc.record({ a: numbers, b: fc.record({ c: texts }) }, { requiredKeys: [] });
export const anything = fc.oneof(scalars, lists, maps);

/** Attributes that items may have, and some that no item has. */
const PATHS = ['n', 'k', 's', 'mixed', 'l', 'm', 'm.a', 'm.b', 'm.b.c', 'gone', 'gone.a', 'SK'];
const ORDERS = ['<', '<=', '>', '>='];

const paths = (from: readonly string[]) => fc.constantFrom(...from).map((path) => attribute(path));
const pairs = (from: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...from), { minLength: 2, maxLength: 2 })
    .map((both) => both.map((path) => attribute(path)));

/** Generates a lower and an upper bound. */
const boundsIn = <T>(ordered: readonly T[]) =>
  fc.tuple(fc.nat(ordered.length - 1), fc.nat(ordered.length - 1)).map((both) => {
    const [low = 0, high = 0] = both.toSorted((one, other) => one - other);
    return [ordered[low], ordered[high]];
  });

/**
 * Generates one test of an item, of any kind on which all engines agree. The kinds on which they differ are in
 * known-differences.ts.
 */
const testsOf = (from: readonly string[]): fc.Arbitrary<Fragment> => {
  const path = paths(from);
  const ordered = fc.oneof(numbers, texts).map(literal);
  const equality = fc.constantFrom('=', '<>');
  const comparator = fc.constantFrom('=', '<>', ...ORDERS);
  return fc.oneof(
    fc.tuple(path, equality, anything).map(([left, sign, right]) => [left, ` ${sign} `, literal(right)]),
    fc.tuple(path, comparator, ordered).map(([left, sign, right]) => [left, ` ${sign} `, right]),
    fc.tuple(pairs(from), comparator).map(([[left = [], right = []], sign]) => [left, ` ${sign} `, right]),
    fc
      .tuple(path, fc.oneof(boundsIn([-2, -1, 0, 1, 2, 3]), boundsIn(TEXTS)))
      .map(([value, [low, high]]) => [value, ' BETWEEN ', literal(low), ' AND ', literal(high)]),
    fc
      .tuple(path, fc.array(anything, { minLength: 1, maxLength: 3 }))
      .map(([value, members]) => [value, ' IN (', joined(members.map(literal), ', '), ')']),
    path.map((one) => ['attribute_exists(', one, ')']),
    path.map((one) => ['attribute_not_exists(', one, ')']),
  );
};

/** Generates tests joined by AND and OR, with and without parentheses, so that precedence matters. */
export function conditionsOn(from: readonly string[] = PATHS): fc.Arbitrary<Fragment> {
  const { tree } = fc.letrec<{ tree: Fragment; group: Fragment; leaf: Fragment }>((tie) => ({
    leaf: testsOf(from),
    group: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('leaf').map((leaf): Fragment => ['(', leaf, ')']),
      fc.tuple(tie('leaf'), tie('tree')).map(([first, rest]): Fragment => ['(', first, ' OR ', rest, ')']),
    ),
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('group'),
      fc
        .tuple(tie('group'), fc.constantFrom(' AND ', ' OR '), tie('tree'))
        .map(([first, word, rest]): Fragment => [first, word, rest]),
    ),
  }));
  return tree;
}
