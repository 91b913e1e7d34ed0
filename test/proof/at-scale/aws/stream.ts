import type { DynamoDBBatchResponse } from 'aws-lambda';
import { RECORDS_PER_BATCH } from '../../../../shared/domain/batch-sizes.ts';
import { FIRST_SHARDS, LATENCY_MS, POLL_SHARD_EVERY_MS } from '../../../../tooling/capacity/aws-figures.ts';
import { isNewDelivery, leftOf, type StreamEvent, streamEvent } from '../../lambda-events.ts';
import type { Change } from '../../memory-table/rows.ts';
import { type Fifo, fifo } from '../../virtual-time/fifo.ts';
import type { Nature } from './environments.ts';

/** The settings of the mapping in the stack. */
const MAX_RETRIES = 5;
/** AWS documents no wait before the retry of a failed batch. */
const RETRY_AFTER_MS = 1_000;

interface Record {
  readonly change: Change;
  readonly atMs: number;
}

interface Shard {
  readonly records: Fifo<Record>;
  isRunning: boolean;
  isPlanned: boolean;
  polledAtMs: number;
}

interface Deps {
  readonly nature: Nature;
  /**
   * How many shards the stream has. AWS makes one for each partition of the table, and an on-demand table begins with
   * four partitions.
   */
  readonly shards?: number;
  /** Invokes the relay with a batch. `then` receives its response, or `undefined` if it failed. */
  readonly relay: (event: StreamEvent, then: (response: DynamoDBBatchResponse | undefined) => void) => void;
}

/** Simulates the stream of the table and its mapping. The relay handles one batch of a shard at a time. */
export function stream({ nature: { timeline, chances }, shards: count = FIRST_SHARDS, relay }: Deps) {
  const shards = Array.from(
    { length: count },
    (): Shard => ({ records: fifo(), isRunning: false, isPlanned: false, polledAtMs: 0 }),
  );
  const counts = { batches: 0, records: 0, givenUp: 0, longestAgeMs: 0 };
  let isOn = false;

  function soon(shard: Shard): void {
    if (!isOn || shard.isPlanned || shard.isRunning || shard.records.size() === 0) return;
    shard.isPlanned = true;
    const elapsedMs = timeline.nowMs() - shard.polledAtMs;
    // A poll happens at any moment of its period, because the shard's rhythm does not depend on the writes.
    const waitMs =
      elapsedMs < POLL_SHARD_EVERY_MS
        ? POLL_SHARD_EVERY_MS - elapsedMs
        : chances.between('poll', 1, POLL_SHARD_EVERY_MS);
    timeline.after(waitMs + chances.between('stream', ...LATENCY_MS.stream), () => {
      shard.isPlanned = false;
      shard.polledAtMs = timeline.nowMs();
      read(shard);
    });
  }

  function read(shard: Shard): void {
    const batch: Record[] = [];
    while (batch.length < RECORDS_PER_BATCH) {
      const record = shard.records.shift();
      if (record === undefined) break;
      batch.push(record);
    }
    if (batch.length === 0) return;
    shard.isRunning = true;
    counts.longestAgeMs = Math.max(counts.longestAgeMs, timeline.nowMs() - (batch[0]?.atMs ?? 0));
    handOver(
      batch.map(({ change }) => change),
      0,
      () => {
        shard.isRunning = false;
        soon(shard);
      },
    );
  }

  /** Retries from the first failed record on. After the last retry, the records are given up, and the sweep helps. */
  function handOver(batch: readonly Change[], retries: number, then: () => void): void {
    counts.batches += 1;
    counts.records += batch.length;
    relay(streamEvent(batch), (response) => {
      const left = leftOf(batch, response);
      if (left.length === 0) return then();
      if (retries === MAX_RETRIES) {
        counts.givenUp += left.length;
        return then();
      }
      timeline.after(RETRY_AFTER_MS, () => handOver(left, retries + 1, then));
    });
  }

  return {
    counts,
    /** Records that the relay has not read. */
    waiting: () => shards.reduce((sum, { records }) => sum + records.size(), 0),
    /** The age of the oldest record that the relay has not read; 0 if it has read all. */
    ageMs: () =>
      Math.max(0, ...shards.map(({ records }) => timeline.nowMs() - (records.peek()?.atMs ?? timeline.nowMs()))),
    /** Adds the change if the filter of the mapping lets it pass. */
    append(change: Change): void {
      if (!isNewDelivery(change)) return;
      const shard = shards[hashOf(String(change.key['PK'])) % shards.length];
      if (!shard) return;
      shard.records.push({ change, atMs: timeline.nowMs() });
      soon(shard);
    },
    resume(): void {
      isOn = true;
      for (const shard of shards) soon(shard);
    },
    pause(): void {
      isOn = false;
    },
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
