import { MAX_IN_FLIGHT } from '../../../../lib/alarms/rows/queue-alarms.ts';
import { fifo } from '../../virtual-time/fifo.ts';
import type { Timeline } from '../../virtual-time/timeline.ts';

/** A waiting receive returns this long after a message became visible, with all that are visible by then. */
const NOTICED_AFTER_MS = 2;

/** A message that one receive has handed out. */
export interface Received {
  readonly id: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** The number of receives so far, this one included. */
  readonly receives: number;
}

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
}

/** A receive that waits for messages. */
interface Waiting {
  readonly max: number;
  readonly then: (messages: Received[]) => void;
  isOver: boolean;
}

interface QueueSettings {
  readonly visibilityMs: number;
  /** After this many receives, a message becomes a dead letter. */
  readonly maxReceives: number;
}

export type Queue = ReturnType<typeof queue>;

/**
 * Simulates one standard queue of SQS, which returns its messages in the order of sending. The group of a message does
 * not matter, because no bound may rely on fair queues.
 */
export function queue(timeline: Timeline, { visibilityMs, maxReceives }: QueueSettings) {
  const visible = fifo<Message>();
  const inFlight = new Map<string, Message>();
  const expiries = fifo<{ readonly handle: string; readonly atMs: number }>();
  const waiting = fifo<Waiting>();
  const counts = { sent: 0, requests: 0, deadLetters: 0, redelivered: 0 };
  let handles = 0;
  let isNoticing = false;

  function show(message: Message): void {
    visible.push(message);
    notice();
  }

  function notice(): void {
    if (isNoticing || waiting.size() === 0) return;
    isNoticing = true;
    timeline.quietlyAfter(NOTICED_AFTER_MS, () => {
      isNoticing = false;
      serve();
    });
  }

  function serve(): void {
    while (visible.size() > 0 && inFlight.size < MAX_IN_FLIGHT) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (!next.isOver) finish(next, take(next.max));
    }
  }

  function finish(one: Waiting, messages: Received[]): void {
    one.isOver = true;
    one.then(messages);
  }

  function take(max: number): Received[] {
    const taken: Received[] = [];
    while (taken.length < max && inFlight.size < MAX_IN_FLIGHT) {
      const message = visible.shift();
      if (message === undefined) break;
      message.receives += 1;
      if (message.receives > maxReceives) counts.deadLetters += 1;
      else taken.push(handOut(message));
    }
    return taken;
  }

  function handOut(message: Message): Received {
    if (message.receives > 1) counts.redelivered += 1;
    handles += 1;
    const receiptHandle = `${message.id}-${handles}`;
    inFlight.set(receiptHandle, message);
    expiries.push({ handle: receiptHandle, atMs: timeline.nowMs() + visibilityMs });
    if (expiries.size() === 1) timeline.quietlyAfter(visibilityMs, expire);
    const { id, body, receives } = message;
    return { id, receiptHandle, body, receives };
  }

  function expire(): void {
    let next = expiries.peek();
    while (next && next.atMs <= timeline.nowMs()) {
      expiries.shift();
      const message = removed(next.handle);
      if (message) show(message);
      next = expiries.peek();
    }
    if (next) timeline.quietlyAfter(next.atMs - timeline.nowMs(), expire);
  }

  function removed(receiptHandle: string): Message | undefined {
    const message = inFlight.get(receiptHandle);
    inFlight.delete(receiptHandle);
    return message;
  }

  /** Receives up to `max` messages that are visible now. */
  function receiveNow(max: number): Received[] {
    counts.requests += 1;
    return take(max);
  }

  /** Receives up to `max` messages as soon as any is visible. Returns a function that ends the wait, with none. */
  function receiveLater(max: number, then: (messages: Received[]) => void): () => void {
    const one: Waiting = { max, then, isOver: false };
    waiting.push(one);
    return () => {
      if (!one.isOver) finish(one, []);
    };
  }

  return {
    counts,
    /** Messages that receives can return now. */
    visible: visible.size,
    /** Messages that were received, and neither deleted nor visible again. */
    inFlight: () => inFlight.size,
    accept(body: string, delaySeconds: number): void {
      counts.sent += 1;
      const message: Message = { id: `m${counts.sent}`, body, receives: 0 };
      if (delaySeconds === 0) show(message);
      else timeline.quietlyAfter(delaySeconds * 1_000, () => show(message));
    },
    receiveNow,
    receiveLater,
    /** Receives up to `max` messages. If none is visible, waits for at most `waitMs`, and then receives none. */
    receive(max: number, waitMs: number, then: (messages: Received[]) => void): void {
      const messages = receiveNow(max);
      if (messages.length > 0 || waitMs === 0) then(messages);
      else timeline.quietlyAfter(waitMs, receiveLater(max, then));
    },
    /** Deletes messages that were received. A receipt that has expired deletes nothing. */
    remove(receiptHandles: readonly string[]): void {
      counts.requests += 1;
      for (const receiptHandle of receiptHandles) removed(receiptHandle);
      notice();
    },
    bodies: (): string[] => [...visible.all(), ...inFlight.values()].map(({ body }) => body),
  };
}
