import type { Nature } from './environment.ts';

/** AWS, "Warm throughput": one partition takes 1,000 write units and 3,000 read units a second. */
const PER_KEY = { write: 1_000, read: 3_000 } as const;
export type Operation = keyof typeof PER_KEY;

/** Units that may be used now. They grow with time, up to those of one second. */
interface Bucket {
  left: number;
  atMs: number;
  /** Units used in the current second, to find the hottest key. */
  second: number;
  used: number;
}

export type Throughput = ReturnType<typeof throughput>;

/**
 * Counts units by key, and decides which requests DynamoDB throttles. A partition may hold several keys, but DynamoDB
 * splits hot ones apart, so each key has the throughput of a partition and no less. A request is let through while any
 * unit is left, so a large request may leave a debt.
 */
export function throughput(timeline: Nature['timeline'], tablePerSecond: Readonly<Record<Operation, number>>) {
  const buckets = { write: new Map<string, Bucket>(), read: new Map<string, Bucket>() };
  const table = { write: full(tablePerSecond.write), read: full(tablePerSecond.read) };
  const total = { write: 0, read: 0 };
  const throttles = { write: 0, read: 0 };
  const hottest = { write: new Map<string, number>(), read: new Map<string, number>() };

  function full(left: number): Bucket {
    return { left, atMs: timeline.nowMs(), second: 0, used: 0 };
  }

  function bucketOf(operation: Operation, key: string): Bucket {
    const known = buckets[operation].get(key);
    if (known) return known;
    const made = full(PER_KEY[operation]);
    buckets[operation].set(key, made);
    return made;
  }

  function refilled(bucket: Bucket, perSecond: number): Bucket {
    const nowMs = timeline.nowMs();
    bucket.left = Math.min(perSecond, bucket.left + ((nowMs - bucket.atMs) * perSecond) / 1_000);
    bucket.atMs = nowMs;
    return bucket;
  }

  function note(operation: Operation, key: string, bucket: Bucket, units: number): void {
    const second = Math.floor(timeline.nowMs() / 1_000);
    bucket.used = second === bucket.second ? bucket.used + units : units;
    bucket.second = second;
    const kind = kindOf(key);
    if (bucket.used > (hottest[operation].get(kind) ?? 0)) hottest[operation].set(kind, bucket.used);
  }

  return {
    total,
    throttles,
    /** The most units that one key of each kind used in one second. */
    hottest,
    /** Tells whether DynamoDB lets a request through that uses this key. */
    permits(operation: Operation, key: string): boolean {
      const isPermitted =
        refilled(table[operation], tablePerSecond[operation]).left > 0 &&
        (isAlwaysCold(key) || refilled(bucketOf(operation, key), PER_KEY[operation]).left > 0);
      if (!isPermitted) throttles[operation] += 1;
      return isPermitted;
    },
    use(operation: Operation, key: string, units: number): void {
      total[operation] += units;
      table[operation].left -= units;
      if (isAlwaysCold(key)) return;
      const bucket = refilled(bucketOf(operation, key), PER_KEY[operation]);
      bucket.left -= units;
      note(operation, key, bucket, units);
    },
  };
}

/** A delivery's row has a partition key of its own and uses some twenty units in its life. */
const isAlwaysCold = (key: string) => key.startsWith('CALL#');

/** Returns the kind of the key: what comes before its first `#`. */
const kindOf = (key: string) => key.slice(0, key.indexOf('#'));
