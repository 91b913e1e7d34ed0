import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { LATENCY_MS } from '../../../../tooling/capacity/aws-figures.ts';
import { doneIn, queueEvent } from '../../lambda-events.ts';
import type { Nature } from './environments.ts';
import type { Queue, Received } from './queue.ts';

/**
 * A mapping begins with five concurrent batches, and can add 300 per minute. Source: AWS, "Configuring scaling behavior
 * for SQS event source mappings".
 */
const RAMP = { first: 5, everyMs: 1_000, more: 5 };
/** After how long pollers without work are removed. This time is assumed, because AWS documents none. */
const SCALE_IN_AFTER_MS = 60_000;

interface Deps {
  readonly nature: Nature;
  readonly queue: Queue;
  readonly queueArn: string;
  /** How many messages a batch has at most. AWS allows 1 to 10 if the mapping has no batch window. */
  readonly batchSize: number;
  /** The mapping receives no messages while this many of its batches are running, as on AWS. */
  readonly maxConcurrency: number;
  /** Invokes the function. `then` receives its response, or `undefined` if it failed. */
  readonly invoke: (event: SQSEvent, then: (response: SQSBatchResponse | undefined) => void) => void;
}

/** Simulates the mapping from one queue to its function, with a batch window of 0. */
export function queueMapping({ nature, queue, queueArn, batchSize, maxConcurrency, invoke }: Deps) {
  const { timeline, chances } = nature;
  const pollers = new Set<() => void>();
  const batchSizes: number[] = Array.from({ length: batchSize + 1 }, () => 0);
  let allowed = 0;
  let busy = 0;
  let mostBusySince = 0;
  /** When the number of allowed batches last changed or was confirmed. */
  let setAtMs = 0;
  let isOn = false;

  function poll(): void {
    if (!isOn || busy + pollers.size >= allowed) return;
    const messages = queue.receiveNow(batchSize);
    if (messages.length > 0) handle(messages);
    else wait();
  }

  function wait(): void {
    const stop = queue.receiveLater(batchSize, (later) => {
      pollers.delete(stop);
      if (later.length > 0) handle(later);
    });
    pollers.add(stop);
  }

  function handle(messages: readonly Received[]): void {
    busy += 1;
    mostBusySince = Math.max(mostBusySince, busy);
    batchSizes[messages.length] = (batchSizes[messages.length] ?? 0) + 1;
    timeline.after(latencyMs(), () => {
      invoke(queueEvent(queueArn, messages), (response) => {
        const done = doneIn(messages, response);
        if (done.length > 0) queue.remove(done.map(({ receiptHandle }) => receiptHandle));
        timeline.quietlyAfter(latencyMs(), () => {
          busy -= 1;
          poll();
        });
      });
    });
  }

  const latencyMs = () => chances.between('queue', ...LATENCY_MS.queue);

  function scaleOnAndOn(): void {
    if (!isOn) return;
    if (queue.visible() > 0 && busy >= allowed) setAllowed(allowed + RAMP.more);
    else if (timeline.nowMs() - setAtMs > SCALE_IN_AFTER_MS) setAllowed(Math.max(RAMP.first, mostBusySince));
    for (const stop of [...pollers].slice(0, Math.max(0, busy + pollers.size - allowed))) stop();
    for (let missing = allowed - busy - pollers.size; missing > 0; missing -= 1) poll();
    timeline.quietlyAfter(RAMP.everyMs, scaleOnAndOn);
  }

  function setAllowed(batches: number): void {
    allowed = Math.min(maxConcurrency, batches);
    setAtMs = timeline.nowMs();
    mostBusySince = busy;
  }

  return {
    batchSizes,
    maxConcurrency,
    /** Batches that are running now. */
    slotsInUse: () => busy,
    resume(): void {
      if (isOn) return;
      isOn = true;
      setAllowed(RAMP.first);
      scaleOnAndOn();
    },
    pause(): void {
      isOn = false;
      allowed = 0;
      for (const stop of [...pollers]) stop();
    },
  };
}
