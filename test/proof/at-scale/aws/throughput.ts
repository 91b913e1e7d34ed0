import type { Timeline } from '../../virtual-time/timeline.ts';

/** AWS, "Warm throughput": one partition takes 1,000 write units and 3,000 read units a second. */
const PER_KEY = { write: 1_000, read: 3_000 } as const;
export type Operation = keyof typeof PER_KEY;

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

interface KindOfKey {
  readonly buckets: Map<string, Bucket>;
  /** The most units that one key used in one second. */
  most: number;
}

export type Throughput = ReturnType<typeof throughput>;

/**
 * Counts units by key, and decides which requests DynamoDB throttles. A partition may hold several keys, but DynamoDB
 * splits hot ones apart, so each key has the throughput of a partition and no less. A request is let through while any
 * unit is left, so a large request may leave a debt.
 */
export function throughput({ nowMs }: Pick<Timeline, 'nowMs'>, perSecond: Readonly<Record<Operation, number>>) {
  const kinds = { write: new Map<string, KindOfKey>(), read: new Map<string, KindOfKey>() };
  const table = { write: full(perSecond.write), read: full(perSecond.read) };
  const total = { write: 0, read: 0 };
  const throttles = { write: 0, read: 0 };

  function full(left: number): Bucket {
    return { left, atMs: nowMs(), second: 0, used: 0 };
  }

  function kindOf(operation: Operation, space: Space, key: string): KindOfKey {
    const prefix = key.slice(0, key.indexOf('#'));
    const name = space === 'table' ? prefix : `index ${prefix}`;
    const known = kinds[operation].get(name);
    if (known) return known;
    const made = { buckets: new Map<string, Bucket>(), most: 0 };
    kinds[operation].set(name, made);
    return made;
  }

  function bucketOf(operation: Operation, { buckets }: KindOfKey, key: string): Bucket {
    const known = buckets.get(key);
    if (known) return refilled(known, PER_KEY[operation]);
    const made = full(PER_KEY[operation]);
    buckets.set(key, made);
    return made;
  }

  function refilled(bucket: Bucket, most: number): Bucket {
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
    /** Tells whether DynamoDB lets a request through that uses this key. */
    permits(operation: Operation, space: Space, key: string): boolean {
      const isPermitted =
        refilled(table[operation], perSecond[operation]).left > 0 &&
        (isAlwaysCold(key) || bucketOf(operation, kindOf(operation, space, key), key).left > 0);
      if (!isPermitted) throttles[operation] += 1;
      return isPermitted;
    },
    use(operation: Operation, space: Space, key: string, units: number): void {
      total[operation] += units;
      table[operation].left -= units;
      if (isAlwaysCold(key)) return;
      const kind = kindOf(operation, space, key);
      const bucket = bucketOf(operation, kind, key);
      bucket.left -= units;
      const second = Math.floor(nowMs() / 1_000);
      bucket.used = second === bucket.second ? bucket.used + units : units;
      bucket.second = second;
      kind.most = Math.max(kind.most, bucket.used);
    },
  };
}

/** A delivery's row has a partition key of its own and uses some twenty units in its life. */
const isAlwaysCold = (key: string) => key.startsWith('CALL#');
