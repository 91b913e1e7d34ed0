import type { DynamoDBBatchResponse } from 'aws-lambda';
import { isNewDelivery, leftOf, streamEvent } from '../../lambda-events.ts';
import type { Change } from '../../memory-table/rows.ts';
import type { Nature } from '../nature/environment.ts';

/** The settings of the mapping in the stack. */
const BATCH_SIZE = 100;
const MAX_RETRIES = 5;
const REPEATED_AFTER_MS = [1_000, 1_800_000] as const;

interface Deps {
  readonly nature: Nature;
  /** Invokes the relay with a batch. `then` receives `undefined` without a response. */
  readonly relay: (event: unknown, then: (response: DynamoDBBatchResponse | undefined) => void) => void;
}

/** Simulates the stream of the table and its mapping: one batch at a time, in order, until it is done or given up. */
export function stream({ nature: { timeline, chances, faults }, relay }: Deps) {
  let waiting: Change[] = [];
  let isReading = false;

  function soon(): void {
    timeline.after(chances.between('stream poll', 20, 1_000), read);
  }

  function read(): void {
    if (isReading || waiting.length === 0) return;
    const batch = waiting.slice(0, chances.between('stream batch', 1, BATCH_SIZE));
    waiting = waiting.slice(batch.length);
    const fault = faults.strike('stream', ['stream batch lost', 'stream batch repeated']);
    if (fault === 'stream batch repeated')
      timeline.after(chances.between('stream repeats', ...REPEATED_AFTER_MS), () => handOver(batch, MAX_RETRIES, done));
    if (fault === 'stream batch lost') {
      soon();
      return;
    }
    isReading = true;
    handOver(batch, 0, () => {
      isReading = false;
      soon();
    });
  }

  /** Retries the batch from its first failed record on, and in the end drops it: there is no failure queue. */
  function handOver(batch: readonly Change[], retries: number, then: () => void): void {
    relay(streamEvent(batch), (response) => {
      const left = leftOf(batch, response);
      if (left.length === 0 || retries >= MAX_RETRIES) return then();
      timeline.after(chances.between('stream retry', 500, 5_000), () => handOver(left, retries + 1, then));
    });
  }

  return {
    /** Adds the change if the filter of the mapping lets it pass. */
    append(change: Change): void {
      if (!isNewDelivery(change)) return;
      waiting.push(change);
      soon();
    },
  };
}

const done = () => undefined;
