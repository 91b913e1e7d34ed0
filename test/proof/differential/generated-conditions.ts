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

/**
 * A value that depends on the item and the run. Each run has its own partitions of the indexes. No two items of a run
 * have the same index sort key, because engines order ties differently.
 */
export class Placed {
  readonly at: (place: Place) => unknown;
  constructor(at: (place: Place) => unknown) {
    this.at = at;
  }
}

export const placed = (value: unknown, place: Place) => (value instanceof Placed ? value.at(place) : value);

export interface Place {
  readonly run: string;
  /** The index of the item among those of its run. */
  readonly keyIndex: number;
}

/** The number of items in a run. */
export const KEY_COUNT = 6;
export const keyAt = ({ run, keyIndex }: Place) => ({
  PK: `${run}#${keyIndex < 4 ? 'p' : 'q'}`,
  SK: `x${keyIndex}`,
});

export const shardOf = (run: string, shard: string) => `${run}#${shard}`;
const shards = (...names: string[]) =>
  fc.constantFrom(...names).map((name) => new Placed(({ run }) => shardOf(run, name)));

/** Generates `usual` almost always, and rarely one of the others. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Index keys, rarely of a type that the index rejects. */
export const indexKeys = {
  dueShard: mostly<unknown>(shards('d', 'e'), 7),
  sweepAtMs: mostly<unknown>(
    fc.nat(3).map((time) => new Placed(({ keyIndex }) => time * 10 + keyIndex)),
    'soon',
    null,
  ),
  deliveriesOf: shards('d'),
  recordedAtCallId: fc.nat(3).map((time) => new Placed(({ keyIndex }) => `${time}#${keyIndex}`)),
};

const everything = { n: numbers, k: numbers, s: texts, mixed: anything, l: lists, m: maps, ...indexKeys };

/** Generates all or some attributes of an item, without its key. */
export const attributes = fc.oneof(fc.record(everything), fc.record(everything, { requiredKeys: [] }));

/** Attributes that items may have, and some that no item has. */
const PATHS = ['n', 'k', 's', 'mixed', 'l', 'm', 'm.a', 'm.b', 'm.b.c', 'gone', 'gone.a', 'SK'];
const ORDERS = ['<', '<=', '>', '>='];

const paths = (from: readonly string[]) => fc.constantFrom(...from).map((path) => attribute(path));
const pairs = (from: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...from), { minLength: 2, maxLength: 2 })
    .map((both) => both.map((path) => attribute(path)));

/** Generates a lower and an upper bound. */
export const boundsIn = <T>(ordered: readonly T[]) =>
  fc.tuple(fc.nat(ordered.length - 1), fc.nat(ordered.length - 1)).map((both) => {
    const [low = 0, high = 0] = both.toSorted((one, other) => one - other);
    return [ordered[low], ordered[high]];
  });

/** Generates one test of an item, of any kind that the stores use. */
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
