import fc from 'fast-check';
import { anything, lists, maps, numbers, texts } from './generated-conditions.ts';

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
export const seldom = <T>(usual: fc.Arbitrary<T>, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** Index keys, rarely of a type that the index rejects. */
export const indexKeys = {
  dueShard: seldom<unknown>(shards('d', 'e'), 7),
  sweepAtMs: seldom<unknown>(
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
