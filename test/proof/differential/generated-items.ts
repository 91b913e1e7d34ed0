import fc from 'fast-check';
import { anything, lists, maps, numbers, tags, texts } from './generated-conditions.ts';

/**
 * A value that is not the same for every item or run: the partitions of an index belong to one run, and no two items
 * of it sort alike, because the order of ties is each engine's own.
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
  /** Of the item, among the few of a run. */
  readonly keyIndex: number;
}

/** The few items that a run is about. */
export const KEY_COUNT = 6;
export const keyAt = ({ run, keyIndex }: Place) => ({
  PK: `${run}#${keyIndex < 4 ? 'p' : 'q'}`,
  SK: `x${keyIndex}`,
});

export const shardOf = (run: string, shard: string) => `${run}#${shard}`;
const shards = (...names: string[]) =>
  fc.constantFrom(...names).map((name) => new Placed(({ run }) => shardOf(run, name)));

/** Almost always the first. */
export const seldom = <T>(usual: fc.Arbitrary<T>, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Seldom of a type that the index does not take. */
export const indexKeys = {
  dueShard: seldom<unknown>(shards('d', 'e'), '', 7),
  sweepAtMs: seldom<unknown>(
    fc.nat(3).map((time) => new Placed(({ keyIndex }) => time * 10 + keyIndex)),
    'soon',
    null,
  ),
  deliveriesOf: shards('d'),
  recordedAtCallId: fc.nat(3).map((time) => new Placed(({ keyIndex }) => `${time}#${keyIndex}`)),
};

const everything = { n: numbers, k: numbers, s: texts, mixed: anything, l: lists, m: maps, tags, ...indexKeys };

/** Attributes of an item, without its key: all of them, or some. */
export const attributes = fc.oneof(fc.record(everything), fc.record(everything, { requiredKeys: [] }));
