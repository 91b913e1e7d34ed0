import { PARTITION_UNITS } from '../../../../tooling/capacity/aws-figures.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';

export type Operation = keyof typeof PARTITION_UNITS;

/** The table, or an index, whose keys are apart from those of the table. */
export type Space = 'table' | 'index';

/** Units that may be used now. They grow with time, up to those of one second. */
interface Bucket {
  left: number;
  atMs: number;
  /** The current second, and the units that were used in it. */
  second: number;
  used: number;
}

interface Kind {
  /** The most units that one key of this kind used in one second. */
  most: number;
}

interface KeyBucket extends Bucket {
  /** All units that were used. */
  total: number;
  readonly kind: Kind;
}

const bySpace = <T>() => ({ table: new Map<string, T>(), index: new Map<string, T>() });

export type Throughput = ReturnType<typeof throughput>;

/**
 * Counts units by key, and decides which requests DynamoDB throttles. A partition may hold several keys, but DynamoDB
 * splits hot ones apart, so each key has the throughput of a partition and no less. A request is let through while any
 * unit is left, so a large request may leave a debt.
 */
export function throughput({ nowMs }: Pick<Timeline, 'nowMs'>, perSecond: Readonly<Record<Operation, number>>) {
  const buckets = { write: bySpace<KeyBucket>(), read: bySpace<KeyBucket>() };
  const kinds = { write: new Map<string, Kind>(), read: new Map<string, Kind>() };
  const table = { write: full(perSecond.write), read: full(perSecond.read) };
  const total = { write: 0, read: 0 };
  const throttles = { write: 0, read: 0 };

  function full(left: number): Bucket {
    return { left, atMs: nowMs(), second: 0, used: 0 };
  }

  function bucketOf(operation: Operation, space: Space, key: string): KeyBucket {
    const ofSpace = buckets[operation][space];
    const known = ofSpace.get(key);
    if (known) return refilled(known, PARTITION_UNITS[operation]);
    const made = { ...full(PARTITION_UNITS[operation]), total: 0, kind: kindOf(operation, space, key) };
    ofSpace.set(key, made);
    return made;
  }

  function kindOf(operation: Operation, space: Space, key: string): Kind {
    const prefix = key.slice(0, key.indexOf('#'));
    const name = space === 'table' ? prefix : `index ${prefix}`;
    const known = kinds[operation].get(name);
    if (known) return known;
    const made = { most: 0 };
    kinds[operation].set(name, made);
    return made;
  }

  function refilled<B extends Bucket>(bucket: B, most: number): B {
    bucket.left = Math.min(most, bucket.left + ((nowMs() - bucket.atMs) * most) / 1_000);
    bucket.atMs = nowMs();
    return bucket;
  }

  return {
    total,
    throttles,
    /** The most units that one key of a kind used in one second. */
    hottest: (operation: Operation): ReadonlyMap<string, number> =>
      new Map([...kinds[operation]].map(([name, { most }]) => [name, most])),
    /** The units that the busiest key of a kind used in all. */
    busiest(operation: Operation): ReadonlyMap<string, number> {
      const most = new Map<Kind, number>();
      for (const { kind, total: used } of Object.values(buckets[operation]).flatMap((ofSpace) => [...ofSpace.values()]))
        most.set(kind, Math.max(most.get(kind) ?? 0, used));
      return new Map([...kinds[operation]].map(([name, kind]) => [name, most.get(kind) ?? 0]));
    },
    /** Tells whether DynamoDB lets a request through that uses this key. */
    permits(operation: Operation, space: Space, key: string): boolean {
      const isPermitted =
        refilled(table[operation], perSecond[operation]).left > 0 &&
        (isAlwaysCold(key) || bucketOf(operation, space, key).left > 0);
      if (!isPermitted) throttles[operation] += 1;
      return isPermitted;
    },
    use(operation: Operation, space: Space, key: string, units: number): void {
      total[operation] += units;
      table[operation].left -= units;
      if (isAlwaysCold(key)) return;
      const bucket = bucketOf(operation, space, key);
      bucket.left -= units;
      bucket.total += units;
      const second = Math.floor(nowMs() / 1_000);
      bucket.used = second === bucket.second ? bucket.used + units : units;
      bucket.second = second;
      bucket.kind.most = Math.max(bucket.kind.most, bucket.used);
    },
  };
}

/**
 * Reports whether a key is of the row of a delivery, which is never hot: each row has a partition key of its own, and
 * uses about twenty units in total.
 */
const isAlwaysCold = (key: string) => key.startsWith('CALL#');
